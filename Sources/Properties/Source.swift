public import StreamCore
public import StreamPrimitives
import StreamTracing
public import Subjects

/// A source: the part of a property that observers, bindings and derived properties use. It ends when the property is
/// released.
///
/// The node contains the value, and behind it the rest of the state (``SourceState``). Direct subscribers receive every
/// change, as from a subject. Observers of derived state receive only the newest value. A source does not keep its node
/// alive: the property does, or a ``RetainedNode``.
@usableFromInline
package struct Source<Value: Sendable>: Sendable {
  /// Guarded by: the region's lock. The owner of this struct keeps the node alive.
  @usableFromInline package nonisolated(unsafe) let node: NodeRef

  @usableFromInline
  package init(_ retained: RetainedNode) { node = retained.node }

  /// Makes the node, with a reference that the caller owns.
  @inlinable
  init(making value: Value) {
    node = NodeRef.make(Value.self, and: SourceState<Value>.self, in: newRegion(), .source | .hasValue) {
      node, action, thread in
      switch action {
      case .commit(let index, at: let version): Source(node).commit(index, version, thread)
      case .copyOld(let old, at: let version): Source(node).copyOld(old, version)
      case .forgetOld: thread.releaseLater(node.more(SourceState<Value>.self, than: Value.self).pointee.takeOld())
      case .forgetPart(let part): Source(node).state.pointee.parts?.remove(part)
      case .destroy:
        node.more(SourceState<Value>.self, than: Value.self).deinitialize(count: 1)
        node.copyOrDestroy(Value.self, action)
      default: node.copyOrDestroy(Value.self, action)
      }
    }
    node.valuePointer(of: Value.self).initialize(to: value)
    state.initialize(to: SourceState())
    node.pointee.isClean = true
    node.pointee.identity = UInt64(UInt(bitPattern: node)) &* 0xD6E8_FEB8_6659_FD93
    node.pointee.validAt = 1
  }

  @inlinable
  init(_ node: NodeRef) { self.node = node }

  /// A reference with which a stream, or a binding, keeps the node alive.
  @inlinable package var retained: RetainedNode { RetainedNode(retaining: node) }

  @inlinable var state: UnsafeMutablePointer<SourceState<Value>> {
    node.more(SourceState<Value>.self, than: Value.self)
  }

  @inlinable package var value: Value {
    GraphThread.current._withUnsafeGuaranteedRef { thread in
      if let value = thread.readTracked(node, Value.self) { return value }
      if openBatchCount.load(ordering: .relaxed) != 0, let box = thread.write(to: node)?.box {
        return unsafeDowncast(box, to: ValueBox<Value>.self).value
      }
      if state.pointee.visibility.load(ordering: .relaxed) == Visibility.visible, thread.isObserved {
        return thread.readVisibly(node, Value.self)
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
    let isAlone =
      node.pointee.firstDependent == nil && !node.has(.ended | .isWatched | .isBeingModified)
      && openBatchCount.load(ordering: .relaxed) == 0
      && region._withUnsafeGuaranteedRef { $0.withLockHeld { $0.snapshots == nil } }
    guard isAlone else {
      return GraphThread.current._withUnsafeGuaranteedRef { thread in
        thread.region = region
        change(value, nil, thread)
      }
    }
    var replaced: Value? = value
    region._withUnsafeGuaranteedRef { region in
      // No other value has this identity, although the change takes no version.
      node.pointee.identity &+= 0x9E37_79B9_7F4A_7C15
      node.pointee.validAt = clock.load(ordering: .relaxed)
      swap(&node.valuePointer(of: Value.self).pointee, &replaced!)
      region.unlock()
    }
    drop(&replaced)
  }

  /// Releases a value without tracking, because a `deinit` may run user code. Called without the lock.
  @inlinable
  func drop(_ value: inout Value?) {
    if _isPOD(Value.self) { return }
    GraphThread.current._withUnsafeGuaranteedRef { $0.withoutTracking { value = nil } }
  }

  /// Stores a change from a binding, unless the property has a later one.
  @inlinable
  package func accept(_ change: Change<Value>) {
    GraphThread.current._withUnsafeGuaranteedRef { thread in
      thread.lock(node)
      if change.stamp > (thread.write(to: node)?.stamp ?? state.pointee.stamp) {
        self.change(change.value, change.stamp, thread)
      } else {
        thread.unlock()
      }
    }
  }

  /// Stamps the current value as the latest change, without notifying observers. Returns `nil` after the end.
  @usableFromInline
  package func claim() -> Change<Value>? {
    GraphThread.with { thread in
      let value = untracked { self.value }
      thread.lock(node)
      defer { thread.unlock() }
      guard !node.has(.ended) else { return nil }
      let stamp = nextStamp()
      if let index = thread.transaction.index(of: node) {
        thread.transaction.writes[index].stamp = stamp
      } else {
        state.pointee.stamp = stamp
      }
      return Change(value, stamp: stamp)
    }
  }

  /// Changes the value in one step.
  ///
  /// No lock is held while `change` runs. If another `modify` has changed the value meanwhile, it runs again. If
  /// another thread has only set the value meanwhile, that value stays and the change has no effect.
  @inlinable
  func modify<Result, Thrown: Error>(
    _ change: @escaping (inout Value) throws(Thrown) -> Result
  ) throws(Thrown) -> Result {
    if openBatchCount.load(ordering: .relaxed) != 0, isInBatch { return try modifyInBatch(change) }
    while true {
      var (value, version): (Value?, UInt64) = withLock {
        state.pointee.modifiers += 1
        node.pointee.flags.insert(.isBeingModified)
        return (node.value(Value.self), node.pointee.validAt)
      }
      defer { drop(&value) }
      let result: Result
      do {
        result = try change(&value!)
      } catch {
        withLock { endModifying() }
        throw error
      }
      if finishModifying(value!, version) { return result }
    }
  }

  /// Whether this thread has an open batch.
  @usableFromInline package var isInBatch: Bool {
    GraphThread.current._withUnsafeGuaranteedRef { $0.isInBatch }
  }

  /// Stores the result of a `modify` that began at the version `seen`.
  ///
  /// If another thread has changed the value last, its value stays. If the closure itself has set the property, the
  /// result replaces that value.
  ///
  /// - Returns: `false` if the closure has to run again, because of another `modify`.
  @usableFromInline
  func finishModifying(_ value: Value, _ seen: UInt64) -> Bool {
    GraphThread.with { thread in
      thread.lock(node)
      endModifying()
      guard node.pointee.validAt == seen || state.pointee.writer == currentThread else {
        defer { thread.unlock() }
        return node.lastModified <= seen
      }
      change(value, nil, thread, modifies: true)
      return true
    }
  }

  @usableFromInline
  func endModifying() {
    state.pointee.modifiers -= 1
    if state.pointee.modifiers == 0 { node.pointee.flags.remove(.isBeingModified) }
  }

  @inlinable
  func modifyInBatch<Result, Thrown: Error>(
    _ change: @escaping (inout Value) throws(Thrown) -> Result
  ) throws(Thrown) -> Result {
    var (value, version) = seenInBatch
    defer { drop(&value) }
    let result = try change(&value!)
    store(value!, inBatchWith: version) { (value: inout Value) in
      var copy = value
      do {
        _ = try change(&copy)
        value = copy
      } catch {
        // The closure has no effect. The call of `modify` has returned, so no caller catches the error.
      }
    }
    return result
  }

  /// The value in the open batch, and the version of the value outside of it.
  @inlinable var seenInBatch: (value: Value?, version: UInt64) {
    let box = GraphThread.with { $0.write(to: node)?.box }
    return withLock {
      let value = box.map { unsafeDowncast($0, to: ValueBox<Value>.self).value } ?? node.value(Value.self)
      return (value, node.pointee.validAt)
    }
  }

  /// Stores the result of a `modify` in the open batch, with its closure, which may run again at the end.
  @usableFromInline
  func store(_ value: Value, inBatchWith base: UInt64, _ change: @escaping (inout Value) -> Void) {
    GraphThread.with { thread in
      var modification = thread.transaction.modification(of: node, base: base)
      modification?.changes.append { box in
        var value = unsafeDowncast(box, to: ValueBox<Value>.self).value
        change(&value)
        return ValueBox(value)
      }
      thread.lock(node)
      self.change(value, nil, thread, modification: modification)
    }
  }

  @inlinable
  package func withLock<Result>(_ body: () -> Result) -> Result {
    let region = node.lockRegion()
    defer { region._withUnsafeGuaranteedRef { $0.unlock() } }
    return body()
  }

  /// Changes the value, here or in the open batch, invalidates its dependents, and notifies. Called with the lock held;
  /// releases it.
  @inlinable
  func change(
    _ value: Value, _ stamp: UInt64?, _ thread: GraphThread, modifies: Bool = false,
    modification: Transaction.Write.Modification? = nil
  ) {
    guard !node.has(.ended) else { return thread.unlock() }
    if thread.isInBatch { return write(value, stamp, modification, thread) }
    let stamp = stamp ?? (state.pointee.bindings == nil ? 0 : nextStamp())
    var replaced: Value? = value
    let version = clock.add(1, ordering: .relaxed).newValue
    let delivery = exchange(&replaced!, nil, version, stamp, modifies, notifiesBindings: true, thread)
    if _isPOD(Value.self), !delivery.isNeeded, !Trace.isOn { return thread.drainOrUnlock() }
    thread.recordDue()
    thread.unlock()
    let handling = Trace.isOn ? node.traceSet(value) : nil
    if delivery.isNeeded {
      thread.runAndDrain { deliver(delivery, value, stamp) }
    } else {
      thread.finish()
    }
    if let handling { handling.end() }
    // Last: the streams of a replaced object end after its replacement has been delivered.
    drop(&replaced)
  }

  /// The streams that receive a change after the lock is released.
  ///
  /// This thread delivers to them (`enters`), or a thread that is delivering already.
  @usableFromInline
  struct Delivery {
    @usableFromInline var watchers: (hub: Unmanaged<Hub<Value, Never>>, enters: Bool)?
    @usableFromInline var links: (hub: Hub<Change<Value>, Never>, enters: Bool)?

    @inlinable init() {}
    @inlinable var isNeeded: Bool { watchers != nil || links != nil }
  }

  /// Exchanges the value and invalidates its dependents. Called with the lock held.
  ///
  /// - Parameter identity: The identity of a batch's write; `nil` to use the version.
  @inlinable
  @inline(__always)
  func exchange(
    _ value: inout Value, _ identity: UInt64?, _ version: UInt64, _ stamp: UInt64, _ modifies: Bool,
    notifiesBindings: Bool, _ thread: GraphThread
  ) -> Delivery {
    var delivery = Delivery()
    if notifiesBindings, let links = state.pointee.bindings {
      delivery.links = (links, links.enter(orEnqueue: Change(value, stamp: stamp)))
    }
    if let watchers = state.pointee.watchers {
      let enters = watchers._withUnsafeGuaranteedRef { $0.enter(orEnqueue: value) }
      if !enters || thread.attaching == node { countRound(value, thread) }
      delivery.watchers = (watchers, enters)
    }
    let isRead = thread.withRegion { region in
      region.version = version
      return region.snapshots != nil
    }
    if isRead { keepOld(thread) }
    if modifies { node.lastModified = version }
    if state.pointee.modifiers != 0 { state.pointee.writer = currentThread }
    if node.pointee.firstDependent != nil, node.isClean {
      node.pointee.isClean = false
      thread.invalidate(dependentsOf: node, at: version)
    }
    if let parts = state.pointee.parts {
      parts.invalidate(from: node.valuePointer(of: Value.self).pointee, to: value, at: version, thread)
    }
    node.pointee.identity = identity ?? version
    node.pointee.validAt = version
    state.pointee.stamp = stamp
    swap(&node.valuePointer(of: Value.self).pointee, &value)
    thread.changes &+= 1
    if thread.depth > 0 { thread.adopt(node.pointee.identity, of: node, isWrite: false) }
    return delivery
  }

  @inlinable
  func deliver(_ delivery: Delivery, _ value: Value, _ stamp: UInt64) {
    if let (links, enters) = delivery.links { links.deliver(Change(value, stamp: stamp), ifEntered: enters) }
    guard let (watchers, enters) = delivery.watchers else { return }
    watchers._withUnsafeGuaranteedRef { hub in
      if enters { state.pointee.deliverer.store(currentThread, ordering: .relaxed) }
      hub.deliver(value, ifEntered: enters)
      if enters { state.pointee.deliverer.store(0, ordering: .relaxed) }
    }
  }

  /// Counts the rounds in which a handler sets the property that has notified it. At the limit, traps with the value.
  @usableFromInline
  func countRound(_ value: Value, _ thread: GraphThread) {
    guard thread.attaching == node || state.pointee.deliverer.load(ordering: .relaxed) == currentThread else { return }
    guard thread.depth > 0 else { return }
    thread.countRound(
      node.callSitePrefix,
      """
      A MutableProperty<\(Value.self)> was set a hundred thousand times without a pause by handlers that observe it, \
      last to \(value). Set it only if the value differs.
      """)
  }
}

/// The state of a source besides its value. Guarded by: the region's lock, except for atomics.
@usableFromInline
struct SourceState<Value: Sendable>: ~Copyable {
  /// The hub of the direct subscribers, once there are any. It is retained until `deinit`.
  @usableFromInline var watchers: Unmanaged<Hub<Value, Never>>?

  /// The other ends of two-way bindings, which receive a change before subscribers do, and inside of a batch.
  @usableFromInline var bindings: Hub<Change<Value>, Never>?

  /// When the value was set, if the property is bound both ways.
  @usableFromInline var stamp: UInt64 = 0

  /// The thread that made the last change. Recorded only while a call of `modify` is running.
  @usableFromInline var writer: UInt = 0

  /// The number of calls of `modify` that are running outside of batches.
  @usableFromInline var modifiers: UInt32 = 0

  /// Values that were replaced, for evaluations of earlier versions.
  @usableFromInline var old: OldValues<Value>?

  /// The nodes that depend on parts of the value, once there are any.
  @usableFromInline var parts: Parts<Value>?

  /// The thread that is delivering to direct subscribers; 0 for none.
  @usableFromInline let deliverer = Atomic<UInt>(0)

  /// Whether Observation knows the property: see ``Visibility``.
  @usableFromInline let visibility = Atomic(Visibility.unknown)

  @usableFromInline init() {}

  @usableFromInline
  mutating func takeOld() -> OldValues<Value>? { old.take() }

  deinit { watchers?.release() }
}
