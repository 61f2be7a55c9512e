import Rill
import SignUpModel

/// A mailing list as the pages of a site need it: it tells everyone when it grows, and knows a request again that is made a second
/// time.
public protocol SubscriberList: MailingList {
  /// What is on the list. Whoever watches sees it grow.
  var summary: Property<ListSummary> { get }

  /// Whether the summary is all that there is, and not what there was when the store was last heard of.
  var isUpToDate: Property<Bool> { get }

  /// Whether an address is on the list.
  func contains(_ email: String) async throws(SubscribeError) -> Bool

  /// Puts an address on the list. The address is there for good when this returns.
  ///
  /// - Parameter key: What tells the request from others. Made again with the same key, since the answer was lost, it succeeds again
  ///   and counts once.
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

/// The list as one page uses it: what it asks for has the key of the click.
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

/// 128 random bits, as a text.
struct RandomText {
  let text: String

  init() {
    let digits = String(UInt128.random(in: .min ... .max), radix: 16)
    text = String(repeating: "0", count: 32 - digits.count) + digits
  }
}
