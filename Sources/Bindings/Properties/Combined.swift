import StreamCore
import Subjects

/// A property that is computed from several sources.
///
/// Unobserved, it is known to nobody: whoever reads it computes it, if a source has changed since. While it is observed its sources know it.
/// Then every change of one makes it compute, inside the gate of its hub, from what all had at one moment; if other changes came
/// meanwhile the next computation is for all of them.
///
/// It is generic and its code is shared by all types, where asking for a type's metadata costs more than most of what is done here. So what it knows is kept
/// in types that are not generic.
final class Combined<Value: Sendable>: Dependent {
  let height: Int
  private let sources: Sources
  private let compute: @Sendable (Moment) -> Value?

  private let last = Lock<Known?>(nil)
  private let hub = Hub<Change<Value>, Never>()

  /// Guard, as for the others: touched only by who has entered the hub's gate.
  nonisolated(unsafe) private var observers = 0
  nonisolated(unsafe) private var registered: [any Leaf] = []
  nonisolated(unsafe) private var told: Known?

  init(_ sources: Sources, height: Int, _ compute: @escaping @Sendable (Moment) -> Value?) {
    self.sources = sources
    self.height = height
    self.compute = compute
  }

  /// Places that observers have left still know the hub.
  deinit { Releasing.end(hub) }

  /// The property as something to derive from.
  var node: Node<Value> {
    Node(
      changes: Signal(attaching: { [self] in attach($0, $1) }),
      current: { [self] in change(current) },
      evaluate: { [self] in known(in: $0).map(change) },
      sources: sources, height: height, isLinear: false)
  }

  private func change(_ known: Known) -> Change<Value> {
    Change(unsafeDowncast(known.result, to: Computed<Value>.self).value, stamp: 0)
  }

  // MARK: Computing

  /// What a reader gets.
  private var current: Known {
    let last = self.last.withLock { $0 }
    let known = if let last, last.basis.isFresh { last } else { known(.current, last) }
    for leaf in known.basis.leaves { leaf.accessIfVisible() }
    return known
  }

  private func known(_ view: Moment.View, _ last: Known?) -> Known {
    // What a `flatMap` chose last is probably what it chooses now.
    var leaves = sources.isFixed ? sources.fixed : inLockOrder(sources.fixed + (last?.basis.leaves ?? []))
    while true {
      let moment = Moment(of: leaves, view)
      if let known = known(in: moment) { return known }
      leaves = inLockOrder(leaves + moment.missing)
    }
  }

  private func known(in moment: Moment) -> Known? {
    if let last = last.withLock({ $0 }), last.basis.isOf(moment) {
      moment.use(last.basis.leaves)
      return last
    }
    let usedBefore = moment.startUsing()
    guard let value = compute(moment) else { return nil }
    let used = moment.finishUsing(usedBefore)
    let leaves = sources.isFixed ? sources.fixed : inLockOrder(used)
    let known = Known(basis: Basis(leaves, moment), result: Computed(value))
    var replaced: Known?
    last.withLock { last in
      if let last, last.basis.isNewer(than: moment) { return }
      replaced = known
      swap(&last, &replaced)
    }
    _ = replaced
    return known
  }

  // MARK: Being observed

  private func attach(_ sink: Sink<Change<Value>, Never>, _ subscription: Subscription) {
    let slot = Slot(hub, subscription, sink, isCatchingUp: true)
    let first = known(.told, last.withLock { $0 })
    subscription.add { [self] in hub.perform { self.leave() } }
    hub.perform { self.enter(slot, first) }
    subscription.add(slot)
    if subscription.isActive { sink.next(change(first)) }
    slot.finishReplay(to: sink)
  }

  /// Brings those who are there up to date, and then the new one to what they have been told.
  private func enter(_ slot: Slot<Change<Value>, Never>, _ first: Known) {
    observers += 1
    catchUp()
    hub.insert(slot)
    if let told, !told.basis.isSame(as: first.basis) { slot.receive(change(told)) }
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
      let known = known(.told, told)
      if let told {
        guard !told.basis.isSame(as: known.basis) else { break }
        self.told = known
        hub.deliver(change(known))
      } else {
        told = known
      }
      // Where a source is new, it may have changed before it knew of this.
    } while register(with: told?.basis.leaves ?? [])
  }

  /// Makes this known to these sources and to no other; returns whether there are new ones.
  @discardableResult
  private func register(with leaves: [any Leaf]) -> Bool {
    guard !areSame(leaves, registered) else { return false }
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
    guard observers > 0 else { return }
    if !sources.isFixed, haveEnded(sources.fixed) { sources.settle() }
    if haveEnded(registered) { hub.finish(.completed) }
  }

  private func haveEnded(_ leaves: [any Leaf]) -> Bool {
    leaves.allSatisfy { leaf in leaf.locked { leaf.hasEnded } }
  }
}

/// What a derived property has computed, and from what.
struct Known: Sendable {
  let basis: Basis

  /// A `Computed` of the property's type.
  let result: any AnyObject & Sendable
}

final class Computed<Value: Sendable>: Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}

/// What a value was computed from.
struct Basis: Sendable {
  let leaves: [any Leaf]

  /// The versions of their changes, at the same places.
  private let versions: [UInt]

  init(_ leaves: [any Leaf], _ moment: Moment) {
    self.leaves = leaves
    versions = areSame(leaves, moment.leaves) ? moment.versions : leaves.map { moment.version(of: $0) ?? 0 }
  }

  /// Whether the sources are still as they were.
  var isFresh: Bool {
    for index in leaves.indices where leaves[index].version != versions[index] { return false }
    return true
  }

  func isSame(as other: Basis) -> Bool { versions == other.versions && areSame(leaves, other.leaves) }

  /// Whether the sources at a moment are as they were.
  func isOf(_ moment: Moment) -> Bool {
    if versions == moment.versions, areSame(leaves, moment.leaves) { return true }
    for index in leaves.indices where moment.version(of: leaves[index]) != versions[index] { return false }
    return true
  }

  /// Whether something in it is newer than what a moment has.
  func isNewer(than moment: Moment) -> Bool {
    for index in leaves.indices {
      if let version = moment.version(of: leaves[index]), versions[index] > version { return true }
    }
    return false
  }
}
