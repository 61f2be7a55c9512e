import StreamCore
import Subjects

/// The elements of a list and those who watch them.
///
/// A change is made and joins the gate in one step, under the lock; so watchers hear of changes in the order in which
/// they were made, and who subscribes gets the elements that there are in its place of that order.
final class ListCore<Element: Sendable>: Gated {
  typealias Elements = Rope<Evenly<Element>>
  typealias Change = CollectionChange<Element>

  enum Item: Sendable {
    case change(Change)
    case watcher(Sink<Change, Never>, Subscription, Elements)
    case end
  }

  let gate = Gate<Item>()
  private let state: Lock<(elements: Elements, version: Int)>
  private let changes = Subject<Change, Never>()

  init(_ elements: Elements = Rope()) { state = Lock((elements, 0)) }

  var elements: Elements { state.withLock { $0.elements } }
  var current: (elements: Elements, version: Int) { state.withLock { $0 } }

  /// Makes a change, if nobody has made another since a version.
  func make(_ change: Change, since version: Int) -> Bool {
    let isBusy = state.withLock { state -> Bool? in
      guard state.version == version else { return nil }
      state = (change.target, version + 1)
      return gate.post(.change(change))
    }
    guard let isBusy else { return false }
    deliver(.change(change), isBusy)
    return true
  }

  /// Makes the changes of a list that this one is derived from. Calls do not overlap, and nobody else changes it.
  func apply(_ edits: [CollectionEdit<Element>]) {
    if edits.isEmpty { return }
    let (before, version) = current
    var after = before
    for edit in edits { after.apply(edit) }
    _ = make(Change(before, after, edits), since: version)
  }

  /// All there is, and then every change.
  var edits: Signal<Change, Never> {
    Signal(attaching: { sink, subscription in
      let (item, isBusy) = self.state.withLock { state in
        let item = Item.watcher(sink, subscription, state.elements)
        return (item, self.gate.post(item))
      }
      self.deliver(item, isBusy)
    })
  }

  func end() { admit(.end) }

  private func deliver(_ item: Item, _ isBusy: Bool) {
    if isBusy { return takeOver() }
    handle(item)
    leave()
  }

  func handle(_ item: Item) {
    switch item {
    case .change(let change): changes.send(change)
    case .watcher(let sink, let subscription, let elements):
      guard subscription.isActive else { return }
      let inserts = elements.array.enumerated().map { CollectionEdit.insert($0.element, at: $0.offset) }
      sink.next(Change(Rope(), elements, inserts))
      changes.signal.attach(sink, to: subscription)
    case .end: changes.complete()
    }
  }
}
