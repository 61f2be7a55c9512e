import Rill
import SignUpModel
import WebServer

/// A mailing list for the pages of a site. Observers see it grow, and a repeated request is recognized.
public protocol SubscriberList: MailingList {
  /// The contents of the list. It changes when the list grows.
  var summary: Property<ListSummary> { get }

  /// Whether the summary is current, and not the last one before the store was lost.
  var isUpToDate: Property<Bool> { get }

  /// Whether an address is on the list.
  func contains(_ email: String) async throws(SubscribeError) -> Bool

  /// Puts an address on the list. The address is stored durably when this returns.
  ///
  /// - Parameter key: Identifies the request. If the answer was lost, a second request with the same key succeeds again
  /// and counts once.
  func subscribe(_ email: String, key: String, progress: @Sendable (Double) -> Void) async throws(SubscribeError)
}

extension SubscriberList {
  public func subscribe(_ email: String, progress: @Sendable (Double) -> Void) async throws(SubscribeError) {
    try await subscribe(email, key: RandomText().text, progress: progress)
  }
}

/// How many there are, and the newest of them.
public struct ListSummary: Sendable, Equatable, Codable {
  public var count = 0
  public var newest: [String] = []

  public init(count: Int = 0, newest: [String] = []) {
    self.count = count
    self.newest = newest
  }

  /// How many of the newest are shown.
  public static let shown = 8

  /// One more.
  public mutating func add(_ address: String) {
    count += 1
    newest.insert(address, at: 0)
    if newest.count > Self.shown { newest.removeLast() }
  }
}

/// The list as one page uses it: its requests have the key of the click.
@MainActor
final class Visit: MailingList {
  /// The key of the click that is being answered, where the page has given one.
  var key: String?
  private let list: any SubscriberList

  init(_ list: any SubscriberList) { self.list = list }

  nonisolated func subscribe(_ email: String, progress: @Sendable (Double) -> Void) async throws(SubscribeError) {
    try await list.subscribe(email, key: key ?? RandomText().text, progress: progress)
  }
}
