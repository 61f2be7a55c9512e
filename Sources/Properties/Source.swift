public import StreamCore
public import Subjects
public import StreamPrimitives
public import StreamTracing

/// A source: the part of a property that observers, bindings and derived properties know. It ends when the property is
/// released.
///
/// Its value is in its node, and behind that what else can change (``SourceState``), all under the lock of the node's
/// region. Its own observers are those of a subject, which hear of every change; derived state hears of the newest.
/// It does not keep the node: the property does, or a ``RetainedNode``.
@usableFromInline
package struct Source<Value: Sendable>: Sendable {
  /// Guard: the region's lock, and whoever has this keeps the node.
  @usableFromInline package nonisolated(unsafe) let node: NodeRef

  @usableFromInline
  package init(_ retained: RetainedNode) { node = retained.node }

  /// Makes the node, with a reference that is the caller's.
  @inlinable
  init(making value: Value) {
    node = NodeRef.make(Value.self, and: SourceState<Value>.self, in: newRegion(), .source | .hasValue) {
      node, action, _ in
      if case .destroy = action { node.more(SourceState<Value>.self, than: Value.self).deinitialize(count: 1) }
      node.keep(Value.self, action)
    }
    node.place(of: Value.self).initialize(to: value)
    state.initialize(to: SourceState())
    node.pointee.changedAt = 1
  }

  /// What a stream, or a binding, keeps the node by.
  @inlinable package var retained: RetainedNode { RetainedNode(retaining: node) }

  @inlinable var state: UnsafeMutablePointer<SourceState<Value>> {
    node.more(SourceState<Value>.self, than: Value.self)
  }

  /// Those who watch the property itself, of whom there have been some.
  @inlinable
  func withHub<Result>(_ body: (Hub<Value, Never>) -> Result) -> Result {
    state.pointee.watchers.unsafelyUnwrapped._withUnsafeGuaranteedRef(body)
  }

  @inlinable package var value: Value {
    Turn.current._withUnsafeGuaranteedRef { turn in
      if let value = turn.readTracked(node, Value.self) { return value }
      if state.pointee.visibility.load(ordering: .relaxed) == Visibility.visible {
        return turn.readVisibly(node, Value.self)
      }
      let region = node.lockRegion()
      let value = node.value(Value.self)
      region._withUnsafeGuaranteedRef { $0.unlock() }
      return value
    }
  }

  // MARK: Changing

  @inlinable
  package func set(_ value: Value) {
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
        store(value, state.pointee.links == nil ? 0 : nextStamp(), turn)
      }
    }
  }

  /// Takes a change that came through a binding, unless a later one has come already.
  @inlinable
  package func accept(_ change: Change<Value>) {
    Turn.current._withUnsafeGuaranteedRef { turn in
      turn.lock(node)
      turn.giveWay(node)
      if change.stamp > state.pointee.stamp {
        store(change.value, change.stamp, turn)
      } else {
        turn.unlock()
      }
    }
  }

  /// Makes the value the latest change there is, without telling of it; `nil` after the end.
  @inlinable
  package func claim() -> Change<Value>? {
    Turn.current._withUnsafeGuaranteedRef { turn in
      turn.lock(node)
      defer { turn.unlock() }
      guard !node.has(.ended) else { return nil }
      state.pointee.stamp = nextStamp()
      return Change(node.value(Value.self), stamp: state.pointee.stamp)
    }
  }

  /// No lock is held while `change` runs; where another thread was faster, it runs again.
  @inlinable
  func modify<Result, Thrown: Error>(
    _ change: (inout Value) throws(Thrown) -> Result
  ) throws(Thrown) -> Result {
    while true {
      let seen = withLock {
        state.pointee.modifiers += 1
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
        guard node.pointee.changedAt == seen.version || state.pointee.writer == currentThread else {
          turn.unlock()
          return false
        }
        store(value, state.pointee.links == nil ? 0 : nextStamp(), turn)
        return true
      }
      if isCurrent { return result }
    }
  }

  @usableFromInline
  func endModifying() {
    state.pointee.modifiers -= 1
    if state.pointee.modifiers == 0 { node.pointee.flags.remove(.isBeingModified) }
  }

  @inlinable
  package func withLock<Result>(_ body: () -> Result) -> Result {
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
    if state.pointee.modifiers != 0 { state.pointee.writer = currentThread }
    turn.forgetReads()
    let isFirstInBatch = turn.batch != 0 && node.pointee.batch != turn.batch
    // Whether this thread delivers, or has left the value with one that does.
    var entersLinks = false
    var enters: Bool?
    let links = state.pointee.links
    if let links { entersLinks = links.enter(orPost: Change(value, stamp: stamp)) }
    let isWatched = node.has(.isWatched)
    if isWatched {
      if turn.batch == 0, node.pointee.places == 0 {
        enters = withHub { $0.enter(orPost: value) }
        if turn.depth > 0, enters == false || turn.attaching == node { noteRound(value, turn) }
      } else if isFirstInBatch || turn.batch != 0 && node.pointee.places == 0 {
        // Whoever watches may have come when this batch had set it already.
        holdBack(turn)
      }
    }
    if node.pointee.firstDependent != nil, !node.isStale || isFirstInBatch {
      node.pointee.flags.insert(.stale)
      turn.mark(dependentsOf: node)
    }
    if turn.batch != 0 { turn.overwrite(node) }
    node.pointee.changedAt = turn.countStamp()
    state.pointee.stamp = stamp
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
  @usableFromInline
  func holdBack(_ turn: Turn) {
    node.pointee.places += 1
    node.pointee.references += 1
    turn.held.append { [self] in release($0) }
  }

  @usableFromInline
  func release(_ turn: Turn) -> (() -> Void)? {
    turn.lock(node)
    defer {
      turn.release(node)
      turn.unlock()
    }
    guard !node.has(.ended) else { return nil }
    node.pointee.places -= 1
    guard node.pointee.places == 0 else { return nil }
    let (hub, value) = (watch(), node.value(Value.self))
    let enters = hub.enter(orPost: value)
    return { hub.goOn(enters, with: value) }
  }

  // MARK: Observing

  /// The current change, then every other, for the other end of a binding: from now on it matters when a change is
  /// made.
  @inlinable
  package static func changes(_ retained: RetainedNode) -> Signal<Change<Value>, Never> {
    Signal(
      attaching: { sink, subscription in
        let source = Source(retained)
        let links = source.withLock { source.link() }
        links.attach(sink, subscription) { join in
          source.attach(join) { Change($0, stamp: source.state.pointee.stamp) }
        }
      }, named: "")
  }

  /// What a new observer is told first, when it has joined the others unless the source has ended.
  @inlinable
  func attach<First>(_ join: () -> Void, _ first: (Value) -> First)
    -> (CollectionOfOne<First>, Completion<Never>?)
  {
    withLock {
      let hasEnded = node.has(.ended)
      if !hasEnded { join() }
      return (CollectionOfOne(first(node.value(Value.self))), hasEnded ? .completed : nil)
    }
  }

  /// From now on it matters when a change is made. Called with the lock held.
  @usableFromInline
  @discardableResult
  package func link() -> Hub<Change<Value>, Never> {
    if let links = state.pointee.links { return links }
    let links = Hub<Change<Value>, Never>()
    state.pointee.links = links
    watch()
    return links
  }

  /// From now on a change is told. Called with the lock held.
  @usableFromInline
  @discardableResult
  func watch() -> Hub<Value, Never> {
    if let watchers = state.pointee.watchers { return watchers.takeUnretainedValue() }
    let hub = Hub<Value, Never>()
    if let callSite = node.callSite { hub.note(callSite, nil) }
    state.pointee.watchers = .passRetained(hub)
    if Trace.isOn { TraceNode.of(TraceKey(node))?.isKnown(by: TraceKey(hub)) }
    node.pointee.flags.insert(.isWatched)
    return hub
  }

  /// The current value, then every other.
  @inlinable
  var values: Signal<Value, Never> {
    let retained = retained
    return Signal(
      attaching: { sink, subscription in
        let source = Source(retained)
        Turn.current._withUnsafeGuaranteedRef { turn in
          let outer = turn.attaching
          turn.attaching = source.node
          turn.run {
            source.withLock { source.watch() }.attach(sink, subscription) { join in source.attach(join) { $0 } }
          }
          turn.attaching = outer
        }
      }, named: "")
  }

  // MARK: The end

  /// The property was released: what it has of the node goes with the end.
  func letGo() {
    Turn.with { turn in
      turn.lock(node)
      if end(turn) { turn.lock(node) }
      turn.release(node)
      turn.unlock()
      turn.finish()
    }
  }

  /// What fed the property has ended.
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
    let (hub, links) = (watch(), state.pointee.links)
    turn.unlock()
    turn.run {
      if let held { hub.perform { hub.deliver(held) } }
      if let links { links.endAsReleased() }
      hub.endAsReleased()
    }
  }
}

/// What a source has besides its value. Guard: the region's lock, but for what is atomic.
@usableFromInline
struct SourceState<Value: Sendable>: ~Copyable {
  /// Those who watch the property itself, once somebody has: retained, since most properties are never watched. Who has
  /// seen that the node is watched uses it without the lock.
  @usableFromInline var watchers: Unmanaged<Hub<Value, Never>>?

  /// Those at the other ends of two-way bindings, who hear of a change before observers do, and in a batch at once.
  @usableFromInline var links: Hub<Change<Value>, Never>?

  /// When the value was set, if the property is bound both ways.
  @usableFromInline var stamp: UInt64 = 0

  /// The thread that made the last change, and how many calls of `modify` are going on: it is written down only while
  /// there are any.
  @usableFromInline var writer: UInt = 0
  @usableFromInline var modifiers: UInt32 = 0

  /// Whether Observation knows the property: see ``Visibility``.
  @usableFromInline let visibility = Atomic(Visibility.unknown)

  @usableFromInline init() {}

  deinit { watchers?.release() }
}
