public import StreamCore
import Operators

/// A list that follows others, edit by edit; made by ``WatchableList/map(_:)`` and its like.
///
/// It follows from when it is made, has a change when the observers of its source hear of it, and cannot be changed. It
/// keeps its sources alive. While somebody watches it, it lives as long as its sources, so it need not be held. Its
/// streams complete with those of its sources.
public final class DerivedList<Element: Sendable>: WatchableList {
  let core: ListCore<Element>
  private let feed: ListFeed<Element>?
  private let sources: [any Sendable]

  /// Makes every list of edits of a stream.
  init(_ edits: Signal<[CollectionEdit<Element>], Never>, keeping sources: any Sendable...) {
    let feed = ListFeed(edits)
    core = feed.core
    self.feed = feed
    self.sources = sources
  }

  /// A list that somebody else changes, and ends by letting go of it.
  init(_ core: ListCore<Element>) {
    self.core = core
    feed = nil
    sources = []
  }

  deinit { if feed == nil { core.end() } }

  /// All that there is, as insertions, and then every change. A subscription keeps the list, and not its
  /// sources.
  public var edits: Signal<CollectionChange<Element>, Never> {
    let (edits, feed) = (core.edits, feed)
    guard let feed else { return edits }
    return Signal(attaching: { sink, subscription in
      subscription.add { withExtendedLifetime(feed) {} }
      edits.attach(sink, to: subscription)
    })
  }

  /// The elements.
  public var value: [Element] { core.elements.array }

  /// How many elements there are.
  public var count: Int { core.elements.count }

  /// An element.
  public subscript(index: Int) -> Element { core.elements[index] }
}

/// What makes a derived list follow its sources: kept by the list, and by who watches that. It does not keep the
/// sources, which would keep who watches it: when nobody holds them any more they end it.
private final class ListFeed<Element: Sendable>: Sendable {
  let core = ListCore<Element>()
  private let following: Disposable

  init(_ edits: Signal<[CollectionEdit<Element>], Never>) {
    following = edits.subscribe(isolation: nil) { [core] in
      core.apply($0)
    } completed: { [core] in
      core.end()
    }
  }

  deinit {
    following.dispose()
    core.end()
  }
}
