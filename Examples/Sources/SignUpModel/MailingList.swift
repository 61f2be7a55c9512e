/// Where addresses are put. It is a value that may be used from anywhere; what it keeps, it keeps safe by itself.
public protocol MailingList: Sendable {
  /// Puts an address on the list, and says how far it is, from 0 to 1. The address is there for good when this returns.
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
  /// Whether this could be an address: something, an at sign, and a domain with a dot inside, and nothing that would need quotes.
  public var isPlausibleEmail: Bool {
    let parts = split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, utf8.count <= 254 else { return false }
    guard !contains(where: { $0.isWhitespace || "<>()[],;:\\\"".contains($0) || $0.asciiValue.map { $0 < 32 } == true })
    else { return false }
    let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
    return labels.count >= 2 && labels.allSatisfy { !$0.isEmpty }
  }
}
