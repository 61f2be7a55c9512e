import StreamCore
import StreamPrimitives
import Subjects

/// The elements of a list and the subscribers that watch them.
///
/// A change is made and joins the gate in one step, under the lock, so all subscribers receive the changes in the order
/// in which they were made. A new subscriber receives the elements before `subscribe` returns, on its own thread, and
/// what changes meanwhile after that.
final class ListCore<Element: Sendable>: Sendable {
  typealias Elements = Rope<Evenly<Element>>
  typealias Change = CollectionChange<Element>

  /// The elements, as one change that inserts all of them.
  struct Content: ReplayCache {
    var elements: Elements
    var version = 0

    /// The thread that made the last change.
    var writer: UInt = 0
    var completion: Completion<Never>?

    var values: LazyMapSequence<CollectionOfOne<Elements>, Change> {
      CollectionOfOne(elements).lazy.map { elements in
        let inserts = elements.array.enumerated().map { CollectionEdit.insert($0.element, at: $0.offset) }
        return Change(Rope(), elements, inserts)
      }
    }
  }

  private let content: Lock<Content>
  private let hub = Hub<Change, Never>()

  init(_ elements: Elements = Rope()) { content = Lock(Content(elements: elements)) }

  var elements: Elements { content.withLock { $0.elements } }
  var current: (elements: Elements, version: Int) { content.withLock { ($0.elements, $0.version) } }

  /// Whether the last change was made by this thread.
  var wasChangedHere: Bool { content.withLock { $0.writer } == currentThread }

  /// Makes a change, unless another was made since a version.
  func make(_ change: Change, since version: Int) -> Bool {
    let entered = content.withLock { content -> Bool? in
      guard content.version == version else { return nil }
      (content.elements, content.version, content.writer) = (change.target, version + 1, currentThread)
      return hub.enter(orPost: change)
    }
    guard let entered else { return false }
    hub.goOn(entered, with: change)
    return true
  }

  /// Makes the changes of a list that this one is derived from. Calls do not overlap, and no other code changes it.
  func apply(_ edits: [CollectionEdit<Element>]) {
    if edits.isEmpty { return }
    let (before, version) = current
    var after = before
    for edit in edits { after.apply(edit) }
    _ = make(Change(before, after, edits), since: version)
  }

  /// All elements as one change, and then every change.
  var edits: Signal<Change, Never> {
    Signal(attaching: { [hub, content] in hub.attach($0, $1, recalling: content.recall) })
  }

  func end() { hub.endAsReleased(content) }
}
