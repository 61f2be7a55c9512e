import Rill

struct Page: Sendable {
  var items: [String]

  /// The page after this, if there is one.
  var next: Int?
}

enum FeedError: Error { case offline }

/// A list that grows by a page when its end comes into view.
@MainActor
final class Feed {
  @Observed private(set) var items: [String] = []
  @Observed private var next: Int? = 1

  /// Refuses while a page is loading, and after the last one. After a failure it requests the same page again.
  private(set) lazy var loadMore = Command(self, enabledIf: $next.map { $0 != nil }) {
    (feed) async throws(FeedError) -> Page in
    guard let number = feed.next else { return Page(items: []) }
    return try await feed.load(number)
  }

  private let load: (Int) async throws(FeedError) -> Page

  init(load: @escaping (Int) async throws(FeedError) -> Page) {
    self.load = load
    // The command does not send the page of a cancelled execution.
    loadMore.values.subscribe(with: self) { feed, page in
      feed.items += page.items
      feed.next = page.next
    }
  }

  /// Pull to refresh: cancels requests in flight and starts again.
  func refresh() {
    loadMore.cancelAll()
    items = []
    next = 1
    loadMore.execute()
  }
}
