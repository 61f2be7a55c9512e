public import StreamCore
public import Subjects

/// A property that is computed from several sources.
///
/// Unobserved, it is known to nobody: whoever reads it computes it, if a source has changed since. While it is observed its sources know it.
/// Then every change of one makes it compute, inside the gate of its hub, from what all had at one moment; if other changes came
/// meanwhile the next computation is for all of them.
///
/// What happens for every change is inlinable and reached through closures that are made where the types are known, since asking for a type's metadata costs
/// more than the rest of it. What depends on one source in the end needs none of this: see ``Node/ofOne(_:_:height:_:)``.
@usableFromInline
final class Combined<Value: Sendable>: Sendable {
  @usableFromInline let height: Int
  @usableFromInline let sources: Sources
  @usableFromInline let compute: @Sendable (Moment) -> Value?

  @usableFromInline let last = Lock<Known<Value>?>(nil)
  @usableFromInline let hub = Hub<Change<Value>, Never>()

  /// Guard, as for the others: touched only by who has entered the hub's gate.
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var observers = 0
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var registered: [any Leaf] = []
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var told: Known<Value>?

  /// The last look at sources that are all known: a change needs no new one.
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var moment: Moment?

  @inlinable
  init(_ sources: Sources, height: Int, _ compute: @escaping @Sendable (Moment) -> Value?) {
    self.sources = sources
    self.height = height
    self.compute = compute
  }

  /// Places that observers have left still know the hub.
  deinit { Releasing.end(hub) }

  /// The property as something to derive from.
  @inlinable var node: Node<Value> {
    Node(
      changes: Signal(attaching: { [self] in attach($0, $1) }),
      current: { [self] in current.change },
      evaluate: { [self] in known(in: $0)?.change },
      sources: sources, height: height, isLinear: false)
  }

  // MARK: Computing

  /// What a reader gets.
  @inlinable var current: Known<Value> {
    let last = self.last.withLock { $0 }
    let known = if let last, last.basis.isFresh { last } else { known(.current, last) }
    known.basis.didRead()
    return known
  }

  @inlinable
  func known(_ view: Moment.View, _ last: Known<Value>?) -> Known<Value> {
    if sources.isFixed { return known(in: Moment(of: sources, view))! }
    // What a `flatMap` chose last is probably what it chooses now.
    var leaves = inLockOrder(sources.fixed + (last?.basis.leaves ?? []))
    while true {
      let moment = Moment(of: leaves, view)
      if let known = known(in: moment) { return known }
      leaves = inLockOrder(leaves + moment.missing)
    }
  }

  @inlinable
  func known(in moment: Moment) -> Known<Value>? {
    if let last = last.withLock({ $0 }), last.basis.isOf(moment) {
      moment.use(last.basis.leaves)
      return last
    }
    return computed(in: moment)
  }

  @inlinable
  func computed(in moment: Moment) -> Known<Value>? {
    // Where nothing is chosen, what is used is known.
    guard moment.isTracking else {
      guard let value = compute(moment) else { return nil }
      return keep(Known(Basis(sources.fixed, moment), value), moment)
    }
    let usedBefore = moment.startUsing()
    guard let value = compute(moment) else { return nil }
    let used = moment.finishUsing(usedBefore)
    let leaves = sources.isFixed ? sources.fixed : inLockOrder(used)
    return keep(Known(Basis(leaves, moment), value), moment)
  }

  /// Makes what was computed the last that is known, unless something newer is.
  @inlinable
  func keep(_ known: Known<Value>, _ moment: Moment) -> Known<Value> {
    var replaced: Known<Value>?
    last.withLock { last in
      if let last, last.basis.isNewer(than: moment) { return }
      replaced = known
      swap(&last, &replaced)
    }
    _ = replaced
    return known
  }

  // MARK: Being observed

  @inlinable
  func attach(_ sink: Sink<Change<Value>, Never>, _ subscription: Subscription) {
    let slot = Slot(hub, subscription, sink, isCatchingUp: true)
    let first = known(.told, last.withLock { $0 })
    subscription.add { [self] in hub.perform { self.leave() } }
    hub.perform { self.enter(slot, first) }
    subscription.add(slot)
    if subscription.isActive { sink.next(first.change) }
    slot.finishReplay(to: sink)
  }

  /// Brings those who are there up to date, and then the new one to what they have been told.
  @inlinable
  func enter(_ slot: Slot<Change<Value>, Never>, _ first: Known<Value>) {
    observers += 1
    catchUp()
    hub.insert(slot)
    if let told, !told.basis.isSame(as: first.basis) { slot.receive(told.change) }
    endIfOver()
  }

  @inlinable
  func leave() {
    observers -= 1
    if observers == 0 {
      told = nil
      moment = nil
      register(with: [])
    }
  }

  @inlinable
  func refresh() {
    guard hub.enter() else { return hub.perform { self.catchUp() } }
    catchUp()
    hub.leave()
  }

  /// Tells observers of the state that the sources have now, unless they know.
  @inlinable
  func catchUp() {
    guard observers > 0 else { return }
    repeat {
      let known = lookAgain()
      if let told {
        guard !told.basis.isSame(as: known.basis) else { break }
        self.told = known
        hub.deliver(known.change)
      } else {
        told = known
      }
      // Where a source is new, it may have changed before it knew of this.
    } while register(with: told?.basis.leaves ?? [])
  }

  /// What the sources have now, to tell of.
  @inlinable
  func lookAgain() -> Known<Value> {
    guard sources.isFixed else { return known(.told, told) }
    if let moment {
      moment.renew(sources.known, .told)
      return known(in: moment)!
    }
    let moment = Moment(of: sources, .told)
    self.moment = moment
    return known(in: moment)!
  }

  /// Makes this known to these sources and to no other; returns whether there are new ones.
  @inlinable
  @discardableResult
  func register(with leaves: [any Leaf]) -> Bool {
    guard !areSame(leaves, registered) else { return false }
    let before = registered
    registered = leaves
    for leaf in before where !leaves.contains(where: { $0 === leaf }) { leaf.locked { leaf.remove(self) } }
    let new = leaves.filter { leaf in !before.contains { $0 === leaf } }
    for leaf in new {
      // Only those known from the start: a source that was chosen must not keep itself alive.
      let keep = sources.fixed.contains { $0 === leaf } ? sources.choices() : []
      let dependency = Dependency(
        self, height: height, keep: keep, refresh: { self.refresh() }, sourceEnded: { self.sourceEnded() })
      leaf.locked { leaf.add(dependency) }
    }
    return !new.isEmpty
  }

  // MARK: The end

  @usableFromInline
  func sourceEnded() {
    hub.perform {
      self.catchUp()
      self.endIfOver()
    }
  }

  @usableFromInline
  func endIfOver() {
    guard observers > 0 else { return }
    if !sources.isFixed, haveEnded(sources.fixed) { sources.settle() }
    if haveEnded(registered) { hub.finish(.completed) }
  }

  private func haveEnded(_ leaves: [any Leaf]) -> Bool {
    leaves.allSatisfy { leaf in leaf.locked { leaf.hasEnded } }
  }
}

/// What a derived property has computed, and from what.
@frozen
@usableFromInline
struct Known<Value: Sendable>: Sendable {
  @usableFromInline let basis: Basis
  @usableFromInline let value: Value

  @inlinable
  init(_ basis: Basis, _ value: Value) {
    self.basis = basis
    self.value = value
  }

  @inlinable var change: Change<Value> { Change(value, stamp: 0) }
}
