public import StreamCore
public import Subjects
public import StreamPrimitives
public import StreamTracing

/// A source: the part of a property that observers, bindings and derived properties know. It ends when the property is
/// released.
///
/// Its value is in the node, and so under the lock of the node's region, as is everything here that can change. Its own
/// observers are those of a subject, which hear of every change; derived state hears of the newest.
@usableFromInline
final class Cell<Value: Sendable>: Sendable {
  /// Guard: the region's lock, and this reference.
  @usableFromInline nonisolated(unsafe) let node: NodeRef

  /// Those who watch the property itself, once somebody has: retained, since most properties are never watched. Guard:
  /// the region's lock; who has seen that the node is watched uses it without.
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var watchers: Unmanaged<Hub<Value, Never>>?

  /// Those at the other ends of two-way bindings, who hear of a change before observers do, and in a batch at once.
  /// Guard, as for the others: the region's lock.
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var links: Hub<Change<Value>, Never>?

  /// When the value was set, if the property is bound both ways.
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var stamp: UInt64 = 0

  /// How many calls of `modify` are going on; while there are any, the thread that makes a change is written down.
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var modifiers: UInt32 = 0
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var writer: UInt = 0

  /// Whether Observation knows the property: see ``Visibility``.
  @usableFromInline let visibility = Atomic(Visibility.unknown)

  @inlinable
  init(_ value: Value) {
    let node = NodeRef.make(Value.self, in: newRegion(), .source | .hasValue) { node, action, _ in
      node.keep(Value.self, action)
    }
    node.place(of: Value.self).initialize(to: value)
    node.pointee.changedAt = 1
    self.node = node
  }

  deinit {
    Turn.with { turn in
      turn.lock(node)
      if end(turn) { turn.lock(node) }
      turn.release(node)
      turn.unlock()
      turn.finish()
    }
    watchers?.release()
  }

  /// Those who watch the property itself, of whom there have been some.
  @inlinable
  func withHub<Result>(_ body: (Hub<Value, Never>) -> Result) -> Result {
    watchers.unsafelyUnwrapped._withUnsafeGuaranteedRef(body)
  }

  @inlinable var value: Value {
    Turn.current._withUnsafeGuaranteedRef { turn in
      if let value = turn.readTracked(node, Value.self) { return value }
      if visibility.load(ordering: .relaxed) == Visibility.visible { return turn.readVisibly(node, Value.self) }
      let region = node.lockRegion()
      let value = node.value(Value.self)
      region._withUnsafeGuaranteedRef { $0.unlock() }
      return value
    }
  }

  // MARK: Changing

  @inlinable
  func set(_ value: Value) {
    let region = node.lockRegion()
    if node.pointee.firstDependent == nil, !node.has(.ended | .isWatched | .isBeingModified),
      openBatchCount.load(ordering: .relaxed) == 0
    {
      var replaced = value
      region._withUnsafeGuaranteedRef { region in
        node.pointee.changedAt = region.withLockHeld { state in
          state.stamp &+= 1
          return state.stamp
        }
        swap(&node.place(of: Value.self).pointee, &replaced)
        region.unlock()
      }
      // Holds what is replaced until the lock is free: releasing it may run anything.
      withExtendedLifetime(replaced) {}
    } else {
      Turn.current._withUnsafeGuaranteedRef { turn in
        turn.region = region
        turn.giveWay(node)
        store(value, links == nil ? 0 : nextStamp(), turn)
      }
    }
  }

  /// Takes a change that came through a binding, unless a later one has come already.
  @inlinable
  func accept(_ change: Change<Value>) {
    Turn.current._withUnsafeGuaranteedRef { turn in
      turn.lock(node)
      turn.giveWay(node)
      if change.stamp > stamp {
        store(change.value, change.stamp, turn)
      } else {
        turn.unlock()
      }
    }
  }

  /// Makes the value the latest change there is, without telling of it; `nil` after the end.
  @inlinable
  func claim() -> Change<Value>? {
    Turn.current._withUnsafeGuaranteedRef { turn in
      turn.lock(node)
      defer { turn.unlock() }
      guard !node.has(.ended) else { return nil }
      stamp = nextStamp()
      return Change(node.value(Value.self), stamp: stamp)
    }
  }

  /// No lock is held while `change` runs; where another thread was faster, it runs again.
  @inlinable
  func modify<Result, Thrown: Error>(
    _ change: (inout Value) throws(Thrown) -> Result
  ) throws(Thrown) -> Result {
    while true {
      let seen = withLock {
        modifiers += 1
        node.pointee.flags.insert(.isBeingModified)
        return (value: node.value(Value.self), version: node.pointee.changedAt)
      }
      var value = seen.value
      let result: Result
      do {
        result = try change(&value)
      } catch {
        withLock { endModifying() }
        throw error
      }
      let isCurrent = Turn.current._withUnsafeGuaranteedRef { turn in
        turn.lock(node)
        turn.giveWay(node)
        endModifying()
        guard node.pointee.changedAt == seen.version || writer == currentThread else {
          turn.unlock()
          return false
        }
        store(value, links == nil ? 0 : nextStamp(), turn)
        return true
      }
      if isCurrent { return result }
    }
  }

  @inlinable
  func endModifying() {
    modifiers -= 1
    if modifiers == 0 { node.pointee.flags.remove(.isBeingModified) }
  }

  @inlinable
  func withLock<Result>(_ body: () -> Result) -> Result {
    let region = node.lockRegion()
    defer { region._withUnsafeGuaranteedRef { $0.unlock() } }
    return body()
  }

  /// Stores a value, marks what depends on it, and tells. Called with the lock held; leaves it.
  @inlinable
  @inline(never)
  func store(_ value: Value, _ stamp: UInt64, _ turn: Turn) {
    guard !node.has(.ended) else { return turn.unlock() }
    var replaced = value
    if modifiers != 0 { writer = currentThread }
    turn.forgetReads()
    let isFirstInBatch = turn.batch != 0 && node.pointee.batch != turn.batch
    // Whether this thread delivers, or has left the value with one that does.
    var entersLinks = false
    var enters: Bool?
    let links = self.links
    if let links { entersLinks = links.enter(orLeave: Change(value, stamp: stamp)) }
    let isWatched = node.has(.isWatched)
    if isWatched {
      if turn.batch == 0, node.pointee.places == 0 {
        enters = withHub { $0.enter(orLeave: value) }
        if turn.depth > 0, enters == false || turn.attaching == node { noteRound(value, turn) }
      } else if isFirstInBatch || turn.batch != 0 && node.pointee.places == 0 {
        // Whoever watches may have come when this batch had set it already.
        hold(turn)
      }
    }
    if node.pointee.firstDependent != nil, !node.isStale || isFirstInBatch {
      node.pointee.flags.insert(.stale)
      turn.mark(dependentsOf: node)
    }
    if turn.batch != 0 { turn.overwrite(node) }
    node.pointee.changedAt = turn.countStamp()
    self.stamp = stamp
    swap(&node.place(of: Value.self).pointee, &replaced)
    turn.unlock()
    withExtendedLifetime(replaced) {}
    let handling = Trace.isOn ? node.noteSet(value) : nil
    defer { if let handling { handling.end() } }
    if isWatched || links != nil {
      turn.run {
        links?.goOn(entersLinks, with: Change(value, stamp: stamp))
        if let enters { withHub { $0.goOn(enters, with: value) } }
      }
    } else {
      turn.finish()
    }
  }

  /// Takes note that a handler has set what it hears; the last time it says what that is, as far as that is known here.
  @usableFromInline
  func noteRound(_ value: Value, _ turn: Turn) {
    guard turn.rounds >= Turn.mostRounds - 1 else {
      return turn.noteRound(turn.saysPlace ? node.callSitePrefix : nil)
    }
    turn.unlock()
    preconditionFailure(
      """
      \(node.callSitePrefix)A MutableProperty<\(Value.self)> was set a hundred thousand times in one turn by handlers \
      that hear of it, last to \(value).
      """
    )
  }

  /// Keeps observers waiting until the batch is over.
  @inlinable
  func hold(_ turn: Turn) {
    node.pointee.places += 1
    turn.held.append { [self] in release($0) }
  }

  @inlinable
  func release(_ turn: Turn) -> (() -> Void)? {
    turn.lock(node)
    defer { turn.unlock() }
    guard !node.has(.ended) else { return nil }
    node.pointee.places -= 1
    guard node.pointee.places == 0 else { return nil }
    let value = node.value(Value.self)
    let enters = withHub { $0.enter(orLeave: value) }
    return { [self] in withHub { $0.goOn(enters, with: value) } }
  }

  // MARK: Observing

  /// The current change, then every other, for the other end of a binding: from now on it matters when a change is
  /// made.
  @inlinable
  var changes: Signal<Change<Value>, Never> {
    Signal(
      attaching: { [self] sink, subscription in
        let links = withLock { link() }
        links.attach(sink, subscription) { join in
          withLock {
            let hasEnded = node.has(.ended)
            if !hasEnded { join() }
            return (Change(node.value(Value.self), stamp: stamp), hasEnded ? .completed : nil)
          }
        }
      }, named: "")
  }

  /// From now on it matters when a change is made. Called with the lock held.
  @usableFromInline
  @discardableResult
  func link() -> Hub<Change<Value>, Never> {
    if let links { return links }
    let links = Hub<Change<Value>, Never>()
    self.links = links
    watch()
    return links
  }

  /// From now on a change is told. Called with the lock held.
  @usableFromInline
  @discardableResult
  func watch() -> Hub<Value, Never> {
    if let watchers { return watchers.takeUnretainedValue() }
    let hub = Hub<Value, Never>()
    if let callSite = node.callSite { hub.note(callSite, nil) }
    watchers = .passRetained(hub)
    if Trace.isOn { TraceNode.of(TraceKey(node))?.isKnown(by: TraceKey(hub)) }
    node.pointee.flags.insert(.isWatched)
    return hub
  }

  /// The current value, then every other.
  @inlinable
  var values: Signal<Value, Never> {
    Signal(
      attaching: { [self] sink, subscription in
        Turn.current._withUnsafeGuaranteedRef { turn in
          let outer = turn.attaching
          turn.attaching = node
          turn.run {
            withLock { watch() }.attach(sink, subscription) { join in
              withLock {
                let hasEnded = node.has(.ended)
                if !hasEnded { join() }
                return (node.value(Value.self), hasEnded ? .completed : nil)
              }
            }
          }
          turn.attaching = outer
        }
      }, named: "")
  }

  // MARK: The end

  /// The property was released, or what fed it has ended.
  @usableFromInline
  func end() {
    Turn.with { turn in
      turn.lock(node)
      if !end(turn) { turn.unlock() }
      turn.finish()
    }
  }

  /// Ends the source. Called with the lock held; returns whether it was opened, to tell those who watch the property
  /// itself.
  private func end(_ turn: Turn) -> Bool {
    guard !node.has(.ended) else { return false }
    turn.end(node)
    guard node.has(.isWatched) else { return false }
    tellOfEnd(turn)
    return true
  }

  private func tellOfEnd(_ turn: Turn) {
    // What a batch has kept back is told now, since nobody will be there to tell it later.
    let held = node.pointee.places > 0 ? node.value(Value.self) : nil
    node.pointee.places = 0
    let (hub, links) = (watch(), self.links)
    turn.unlock()
    turn.run {
      if let held { hub.perform { hub.deliver(held) } }
      if let links { Releasing.end(links) }
      Releasing.end(hub)
    }
  }
}
