public import StreamCore
import Operators

/// A list that follows others, edit by edit; made by ``WatchableList/map(_:)`` and its like.
///
/// It follows from when it is made, has a change when the observers of its source hear of it, and cannot be changed. It
/// keeps its sources alive. While somebody watches it, it lives as long as its sources, so it need not be held. Its
/// streams complete with those of its sources.
public final class DerivedList<Element: Sendable>: WatchableList {
  let core: ListCore<Element>
  private let following: Disposable
  private let sources: [any Sendable]

  /// Makes every list of edits of a stream.
  init(_ edits: Signal<[CollectionEdit<Element>], Never>, keeping sources: any Sendable...) {
    let core = ListCore<Element>()
    self.core = core
    self.sources = sources
    following = edits.subscribe(isolation: nil) {
      core.apply($0)
    } completed: {
      core.end()
    }
  }

  /// A list that somebody else changes.
  init(_ core: ListCore<Element>) {
    self.core = core
    sources = []
    following = .disposed
  }

  deinit {
    following.dispose()
    core.end()
  }

  /// All that there is, as insertions, and then every change. A subscription keeps the list.
  public var edits: Signal<CollectionChange<Element>, Never> {
    let edits = core.edits
    return Signal(attaching: { [self] sink, subscription in
      subscription.add { withExtendedLifetime(self) {} }
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
