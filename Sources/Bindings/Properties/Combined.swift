import StreamCore
import Subjects

/// A property that is computed from several sources.
///
/// Unobserved, it is known to nobody: whoever reads it computes it, if a source has changed since. While it is observed its sources know it.
/// Then every change of one makes it compute, inside the gate of its hub, from what all had at one moment; if other changes came
/// meanwhile the next computation is for all of them.
final class Combined<Value: Sendable>: Dependent {
  /// A value, and what it was computed from.
  struct Result: Sendable {
    let value: Value
    let leaves: [any Leaf]
    let versions: [UInt]

    /// Whether the sources are still as they were.
    func isFresh(_ view: Moment.View) -> Bool {
      zip(leaves, versions).allSatisfy { leaf, version in leaf.locked { leaf.version(view) } == version }
    }

    func isSame(as other: Result) -> Bool {
      versions == other.versions && leaves.elementsEqual(other.leaves) { $0 === $1 }
    }

    func isOf(_ moment: Moment) -> Bool {
      zip(leaves, versions).allSatisfy { leaf, version in moment.version(of: leaf) == version }
    }

    /// Whether it was computed from something newer than what a moment has.
    func isNewer(than moment: Moment) -> Bool {
      zip(leaves, versions).contains { leaf, version in moment.version(of: leaf).map { version > $0 } ?? false }
    }
  }

  let height: Int

  private let sources: Sources
  private let compute: @Sendable (Moment) -> Value?

  private let last = Lock<Result?>(nil)
  private let hub = Hub<Change<Value>, Never>()

  /// Guard, as for the others: touched only by who has entered the hub's gate.
  nonisolated(unsafe) private var observers = 0
  nonisolated(unsafe) private var registered: [any Leaf] = []
  nonisolated(unsafe) private var told: Result?

  init(
    _ sources: Sources, height: Int, _ compute: @escaping @Sendable (Moment) -> Value?
  ) {
    self.sources = sources
    self.height = height
    self.compute = compute
  }

  /// The property as something to derive from.
  var node: Node<Value> {
    Node(
      changes: Signal(attaching: { [self] in attach($0, $1) }),
      current: { [self] in Change(result(.current).value, stamp: 0) },
      evaluate: { [self] in result(in: $0).map { Change($0.value, stamp: 0) } },
      sources: sources, height: height, isLinear: false)
  }

  // MARK: Computing

  private func result(_ view: Moment.View) -> Result {
    if view == .current { for leaf in sources.fixed { leaf.accessIfVisible() } }
    if let last = last.withLock({ $0 }), last.isFresh(view) { return last }
    var missing: [any Leaf] = []
    while true {
      let moment = Moment(of: missing.isEmpty ? sources.all : inLockOrder(sources.all + missing), view)
      if let result = result(in: moment) { return result }
      missing = moment.missing
    }
  }

  private func result(in moment: Moment) -> Result? {
    let seen = last.withLock { $0 }
    if let seen, seen.isOf(moment) { return seen }
    guard let value = compute(moment) else { return nil }
    let leaves = sources.all.filter { moment.version(of: $0) != nil }
    let result = Result(value: value, leaves: leaves, versions: leaves.map { moment.version(of: $0) ?? 0 })
    var replaced: Result?
    last.withLock { last in
      guard last.map({ $0.isNewer(than: moment) }) != true else { return }
      replaced = last
      last = result
    }
    _ = replaced
    return result
  }

  // MARK: Being observed

  private func attach(_ sink: Sink<Change<Value>, Never>, _ subscription: Subscription) {
    let slot = Slot(hub, subscription, sink, isCatchingUp: true)
    let first = result(.told)
    subscription.add { [self] in hub.perform { self.leave() } }
    hub.perform { self.enter(slot, first) }
    subscription.add(slot)
    if subscription.isActive { sink.next(Change(first.value, stamp: 0)) }
    slot.finishReplay(to: sink)
  }

  /// Brings those who are there up to date, and then the new one to what they have been told.
  private func enter(_ slot: Slot<Change<Value>, Never>, _ first: Result) {
    observers += 1
    catchUp()
    hub.insert(slot)
    if let told, !told.isSame(as: first) { slot.receive(Change(told.value, stamp: 0)) }
    endIfOver()
  }

  private func leave() {
    observers -= 1
    if observers == 0 {
      told = nil
      register(with: [])
    }
  }

  func refresh() { hub.perform { self.catchUp() } }

  /// Tells observers of the state that the sources have now, unless they know.
  private func catchUp() {
    guard observers > 0 else { return }
    repeat {
      if let told, told.isFresh(.told) { break }
      let isFirst = told == nil
      let result = result(.told)
      told = result
      if !isFirst { hub.deliver(Change(result.value, stamp: 0)) }
    } while register(with: sources.all)
  }

  /// Makes this known to these sources and to no other; returns whether there are new ones, which may have changed before they knew.
  @discardableResult
  private func register(with leaves: [any Leaf]) -> Bool {
    let before = registered
    registered = leaves
    for leaf in before where !leaves.contains(where: { $0 === leaf }) { leaf.locked { leaf.remove(self) } }
    let new = leaves.filter { leaf in !before.contains { $0 === leaf } }
    for leaf in new {
      // Only those known from the start: a source that was chosen must not keep itself alive.
      let keep = sources.fixed.contains { $0 === leaf } ? sources.choices() : []
      leaf.locked { leaf.add(Dependency(node: self, keep: keep)) }
    }
    return !new.isEmpty
  }

  // MARK: The end

  func sourceEnded() {
    hub.perform {
      self.catchUp()
      self.endIfOver()
    }
  }

  private func endIfOver() {
    let isOver = registered.allSatisfy { leaf in leaf.locked { leaf.hasEnded } }
    if observers > 0, isOver { hub.finish(.completed) }
  }
}
