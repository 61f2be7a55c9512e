/// A mailing list. It may be used from any thread.
public protocol MailingList: Sendable {
  /// Adds an address, and reports progress from 0 to 1. The address is stored when this returns.
  func subscribe(_ email: String, progress: @Sendable (Double) -> Void) async throws(SubscribeError)
}

extension MailingList {
  /// Waits as long as a request would travel, so that a person can see it happen.
  public func travel(for latency: Duration, progress: @Sendable (Double) -> Void) async throws(SubscribeError) {
    for step in 0..<10 {
      progress(Double(step) / 10)
      do {
        try await Task.sleep(for: latency / 10)
      } catch {
        throw .storeFailed("the request was cancelled")
      }
    }
  }
}

/// Why an address could not be put on the list, in words for the person who typed it.
public enum SubscribeError: Error, Equatable, Codable, CustomStringConvertible {
  case alreadySubscribed(String)
  case storeFailed(String)

  public var description: String {
    switch self {
    case .alreadySubscribed(let email): "\(email) is already subscribed"
    case .storeFailed(let reason): reason
    }
  }
}

extension String {
  /// Whether this could be an address: a name, an at sign, and a domain with a dot inside.
  ///
  /// It contains no character that needs quotes.
  public var isPlausibleEmail: Bool {
    let parts = split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, utf8.count <= 254 else { return false }
    guard !contains(where: { $0.isWhitespace || "<>()[],;:\\\"".contains($0) || $0.asciiValue.map { $0 < 32 } == true })
    else { return false }
    let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
    return labels.count >= 2 && labels.allSatisfy { !$0.isEmpty }
  }
}
