public import StreamCore
public import StreamPrimitives
public import StreamTracing

/// A list of observers, and the gate through which events reach them.
///
/// Its owner is a subject, or the source of a property. A command has no hub, but subjects. A source has a hub for
/// direct subscribers, and one for bindings. The owner retains the hub, and so does every slot. When the owner ends or
/// is released, its hub is closed.
///
/// Only the draining thread changes the list, and never while it delivers a value: adding or removing an observer
/// during a delivery is queued at the gate. For a command's subjects, the gate `CommandCore.announcements` queues such
/// changes. So an observer that is added during an event receives the events that are sent afterwards. A delivery walks
/// the list without a lock, a copy, or a reference count.
///
/// The list is linked through its slots, so adding and removing take constant time.
///
/// Adding and removing an observer avoids type metadata, whose look-up would cost more than the rest. `join` and
/// `remove` are not inlinable, so clients do not specialise them. If the gate is idle, nothing is queued meanwhile and
/// the hub is open, they call no function that needs metadata.
@usableFromInline
package final class Hub<Value: Sendable, Failure: Error>: Gated {
  /// The ends of the list of slots, which is in the order of subscription. The list retains its slots.
  ///
  /// Guarded by: the gate (only the draining thread touches it, and changes it only between events and during the end).
  /// The hubs of a command are guarded by the gate `CommandCore.announcements`.
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var first: Unmanaged<Slot<Value, Failure>>?
  @exclusivity(unchecked) nonisolated(unsafe) private var last: Unmanaged<Slot<Value, Failure>>?

  /// The subscriptions to the streams that are sent to the subject. They are disposed when the hub is closed.
  ///
  /// Guarded by: the gate (only the draining thread touches it).
  nonisolated(unsafe) private var upstreams: [ObjectIdentifier: Subscription] = [:]

  /// The subscription of the operator that sends to the subject, such as `share` or a window.
  ///
  /// The operator disposes it, not the hub. Until then, releasing the subject only releases the observers; afterwards
  /// it completes them.
  ///
  /// Guarded by: the gate, until `isClosed` is set. Then it no longer changes, and `isEndless` reads it without the
  /// gate.
  nonisolated(unsafe) private var feed: Subscription?
  @usableFromInline let access = AccessCheck()

  /// Whether the owner has ended or was released. The draining thread sets it once.
  @usableFromInline let isClosed = Atomic(false)

  /// The bound of the queued values, if they have one.
  @usableFromInline let limit: WaitingLimit<Failure>?

  /// The gate. Its position among the fields matters.
  ///
  /// It is some fields behind `first`, so that the word that senders write is usually not in the cache line that the
  /// draining thread reads. It is before the completion, whose size depends on the type of the failure, so its offset
  /// does not need metadata.
  @usableFromInline package let gate = Gate<Value>()

  /// How the subject ended.
  ///
  /// Guarded by: `isClosed` (the draining thread writes the completion once, before it sets `isClosed`).
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var completion: Completion<Failure>?
  private let accessToCompletion = AccessCheck()

  #if DEBUG
    /// Where the subject was made.
    ///
    /// Guarded by: nothing (it is written before the hub is shared).
    nonisolated(unsafe) var callSite: CallSite?
  #endif

  @inlinable
  package init(_ limit: WaitingLimit<Failure>? = nil) { self.limit = limit }

  deinit { if Trace.isOn { TraceNode.unregister(TraceKey(self)) } }

  /// Records where the subject was made, for the hints of debug builds and for recordings.
  @usableFromInline
  package func recordCallSite(_ callSite: CallSite, _ name: StaticString? = "Subject") {
    #if DEBUG
      self.callSite = callSite
    #endif
    if let name, Trace.isOnHere { registerTraced(callSite, name) }
  }

  @usableFromInline package var name: String {
    #if DEBUG
      if let callSite { return "\(callSite): a subject of \(Value.self)" }
    #endif
    return "A subject of \(Value.self)"
  }

  // MARK: The gate

  /// Delivers a value that was queued, or that `enqueue` delivers immediately.
  @inlinable
  package func deliver(_ value: Value) {
    limit?.release()
    notify(value)
  }

  /// Delivers queued items and leaves the gate. The same method of ``Gated`` would need type metadata.
  @inlinable
  package func leave() {
    if !gate.leaveIfEmpty() { drain() }
  }

  // MARK: Sending

  @inlinable
  package func send(_ value: Value) {
    if gate.enter() {
      notify(value)
      leave()
    } else {
      sendToBusyGate(value)
    }
  }

  /// Delivers or enqueues a value that did not find the gate idle, unless the queue is full.
  ///
  /// Not inlined. Otherwise every `send` would save the registers that only this path needs.
  @inline(never)
  @inlinable
  func sendToBusyGate(_ value: Value) {
    if let limit, !limit.reserve() {
      if let failure = limit.overflow() { end(.failed(failure)) }
    } else if Backpressure.current == nil {
      enqueue(value)
    } else {
      perform(job(value))
    }
  }

  /// Returns a job that delivers a value. The sender, which has backpressure, waits until the job is released.
  @usableFromInline
  func job(_ value: Value) -> @Sendable () -> Void { Backpressure.carried { self.deliver(value) } }

  /// Sends the end to all observers, and closes the hub.
  @usableFromInline
  func end(_ completion: Completion<Failure>) { perform { self.close(completion) } }

  /// Delivers a value to all observers. The list does not change meanwhile, so it keeps every slot alive, and no
  /// reference is counted.
  ///
  /// The caller is the draining thread. In a command it is the draining thread of `CommandCore.announcements`, which
  /// also serializes the adding and removing of observers.
  @inlinable
  package func notify(_ value: Value) {
    access.reads()
    if first == nil, Trace.isOn { recordUnobserved(value) }
    var next = first
    while let slot = next {
      next = slot._withUnsafeGuaranteedRef {
        $0.deliver(value)
        return $0.next
      }
    }
  }

  /// Closes the hub: delivers the end to all observers or, without an end, only releases them.
  private func close(_ completion: Completion<Failure>?) {
    access.writes()
    guard !isClosed.load(ordering: .relaxed) else { return }
    accessToCompletion.writes()
    self.completion = completion
    if completion != nil { feed = nil }
    isClosed.store(true, ordering: .releasing)
    let upstreams = self.upstreams
    self.upstreams = [:]
    for upstream in upstreams.values { upstream.dispose() }
    while let slot = first?.takeUnretainedValue() {
      unlink(slot)
      endSlot(slot)
    }
  }

  // MARK: Observers

  /// Attaches an observer without replaying values. If the subject has ended, the observer receives the end.
  ///
  /// Not inlined, so that the parameters are retained where they are stored, and not for every use in between.
  @inline(never)
  @inlinable
  func attach(_ sink: Sink<Value, Failure>, _ subscription: Subscription) {
    join(Slot(self, subscription, Trace.isOn ? traced(sink) : sink), subscription)
  }

  /// Adds a slot: immediately if the gate is idle, which needs no closure, otherwise as a job.
  ///
  /// If the hub is closed, delivers the end or releases the observer, on the calling thread and without the gate.
  @usableFromInline
  func join(_ slot: Slot<Value, Failure>, _ subscription: Subscription) {
    if isClosed.load(ordering: .acquiring) {
      endSlot(slot)
    } else if gate.enter() {
      insert(slot)
      leave()
    } else {
      perform { self.insert(slot) }
    }
    // Added last: a removal in front of the insertion would do nothing, and the list would keep the slot.
    subscription.add(slot)
  }

  @usableFromInline
  func insert(_ slot: Slot<Value, Failure>) {
    access.writes()
    if isClosed.load(ordering: .relaxed) { endSlot(slot) } else { append(slot) }
  }

  /// Delivers the end of a closed hub to an observer. If there is no end, it only releases the observer.
  ///
  /// Not inlined: reading the completion needs metadata.
  @inline(never)
  private func endSlot(_ slot: Slot<Value, Failure>) {
    accessToCompletion.reads()
    if let completion { slot.deliver(completion) } else { slot.release() }
  }

  /// Removes a slot: immediately if the gate is idle, otherwise as a job.
  func remove(_ slot: Slot<Value, Failure>) {
    if gate.enter() {
      detach(slot)
      leave()
    } else {
      perform { self.detach(slot) }
    }
  }

  /// Unlinks a slot if it is in the list, and releases its observer.
  private func detach(_ slot: Slot<Value, Failure>) {
    access.writes()
    if slot.previous != nil || first?.toOpaque() == Unmanaged.passUnretained(slot).toOpaque() { unlink(slot) }
    slot.release()
  }

  private func append(_ slot: Slot<Value, Failure>) {
    let added = Unmanaged.passRetained(slot)
    slot.previous = last
    if let last { last._withUnsafeGuaranteedRef { $0.next = added } } else { first = added }
    last = added
  }

  /// Removes a slot from the list, which releases it. The caller holds another reference.
  private func unlink(_ slot: Slot<Value, Failure>) {
    let (previous, next) = (slot.previous, slot.next)
    (slot.previous, slot.next) = (nil, nil)
    if let previous { previous._withUnsafeGuaranteedRef { $0.next = next } } else { first = next }
    if let next { next._withUnsafeGuaranteedRef { $0.previous = previous } } else { last = previous }
    Unmanaged.passUnretained(slot).release()
  }

  // MARK: Upstreams

  /// Sets the subscription that feeds the subject: see `feed`.
  @usableFromInline
  package func setFeed(_ feed: Subscription) {
    perform {
      guard !self.isClosed.load(ordering: .relaxed) else { return }
      self.access.writes()
      self.feed = feed
    }
  }

  /// Whether the release of the subject completes its observers.
  ///
  /// Until `feed` is disposed, its sink retains the subject. If the subject is released earlier, the source has
  /// released that sink without an end. So the observers receive no end: they are unreachable, or they wait for an
  /// endless source (see ``MayBeEndless``).
  var endsWhenReleased: Bool {
    access.reads()
    return feed?.isDisposed ?? true
  }

  /// Whether the observers of a released subject wait for a stream that never ends.
  var isEndless: Bool { isClosed.load(ordering: .acquiring) && completion == nil && feed?.isEndless ?? false }

  /// Adds a subscription to a stream that is sent to the subject, or disposes it if the hub is closed.
  func addUpstream(_ upstream: Subscription) {
    perform {
      if self.isClosed.load(ordering: .relaxed) { return upstream.dispose() }
      self.upstreams[ObjectIdentifier(upstream)] = upstream
    }
  }

  func removeUpstream(_ upstream: Subscription) { perform { self.upstreams[ObjectIdentifier(upstream)] = nil } }

  /// Completes the observers of a released subject or an ended property, or only releases them: see
  /// ``endsWhenReleased``.
  ///
  /// Completing an observer may release the next subject of a chain, so `DepthLimit` bounds this recursion.
  ///
  /// - Parameter before: Runs if ``endsWhenReleased`` is true: before the completion, or alone if there is none.
  package func endAsReleased(_ before: @escaping @Sendable () -> Void = {}) {
    func end() {
      perform {
        guard self.endsWhenReleased else { return self.close(nil) }
        before()
        self.close(.completed)
      }
    }
    if !DepthLimit.tryRun(end) { DepthLimit.enqueue(end) }
  }
}
