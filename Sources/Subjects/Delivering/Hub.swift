public import StreamCore
public import StreamPrimitives
public import StreamTracing

/// The part of a subject that observers know: who they are, and the gate through which everything reaches them.
///
/// The list of observers is touched only by who has entered the gate, and only between events: whoever comes or goes
/// during an event passes through the gate as events do. So one that is added during an event first hears the next, and
/// a delivery walks the list without a lock, a copy, or a reference count.
///
/// An observer that goes leaves its slot in the list, empty; the empty ones are swept when they are the majority. So
/// coming and going takes constant time however many there are, and the others keep their order.
///
/// Subjects are generic and the witnesses through which a subscription reaches them are not specialised. So what has to
/// do with coming and going is written so that it asks for no type's metadata, which would cost more than the rest of
/// it: the list is one of plain objects, and the gate is inlined up to where something waits.
@usableFromInline
package final class Hub<Value: Sendable, Failure: Error>: Gated {
  /// The slots, in the order of subscription. Guard: touched only by who has entered the gate, and changed only between
  /// events.
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var slots = SlotList()

  /// What feeds the subject, and ends with it. Guard: touched only by who has entered the gate.
  nonisolated(unsafe) private var upstreams: [ObjectIdentifier: Subscription] = [:]

  /// The run above a subject inside `share` or a connection, if it is one: such a subject ends with that run only.
  /// Guard: touched only by who has entered the gate, and by who releases the subject.
  nonisolated(unsafe) private var run: Subscription?
  @usableFromInline let access = AccessCheck()

  /// Whether nothing can come any more: the subject has ended, or nobody can send to it.
  @usableFromInline let isClosed = Atomic(false)

  /// The bound of the values that wait at the gate, if they have one.
  @usableFromInline let limit: WaitingLimit<Failure>?

  /// The gate stands far behind the slots, so that senders do not write to the cache line that the deliverer reads, and
  /// before the completion, whose size depends on its type.
  @usableFromInline package let gate = Gate<HubItem<Value>>()

  /// How it ended. Guard: written once, by who has entered the gate, before `isClosed` is set.
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var completion: Completion<Failure>?
  private let accessToCompletion = AccessCheck()

  #if DEBUG
    /// Where its owner was made. Guard: written before anybody else has the hub.
    nonisolated(unsafe) var callSite: CallSite?
  #endif

  @inlinable
  package init(_ limit: WaitingLimit<Failure>? = nil) { self.limit = limit }

  deinit { if Trace.isOn { TraceNode.forget(TraceKey(self)) } }

  /// Remembers where the subject was made, for what a debug build or a recording may have to say about it.
  @usableFromInline
  package func note(_ callSite: CallSite, _ name: StaticString? = "Subject") {
    #if DEBUG
      self.callSite = callSite
    #endif
    if let name, Trace.isOnHere { noteTraced(callSite, name) }
  }

  @usableFromInline package var name: String {
    #if DEBUG
      if let callSite { return "\(callSite): what sends \(Value.self)" }
    #endif
    return "What sends \(Value.self)"
  }

  // MARK: The gate

  /// Does the job now, or enqueues it for the draining thread.
  @usableFromInline
  package func perform(_ job: @escaping @Sendable () -> Void) { admit(.job(job)) }

  @inlinable
  package func handle(_ item: HubItem<Value>) {
    switch item {
    case .value(let value): deliverWaiting(value)
    case .job(let job): job()
    }
  }

  /// Delivers a value that has waited at the gate.
  @inlinable
  func deliverWaiting(_ value: Value) {
    limit?.freePlace()
    deliver(value)
  }

  /// Written out, since that of ``Gated`` would ask for metadata.
  @inlinable
  package func leave() {
    if !gate.leaveIfNothingWaits() { drain() }
  }

  // MARK: Sending

  @inlinable
  func send(_ value: Value) {
    if gate.enter() {
      deliver(value)
      leave()
    } else {
      sendWhereBusy(value)
    }
  }

  /// Not inlined: a `send` that finds the gate idle does not need its registers.
  @inline(never)
  @inlinable
  func sendWhereBusy(_ value: Value) {
    guard let limit, !limit.takePlace() else { return admit(item(value)) }
    if let failure = limit.overflow() { end(.failed(failure)) }
  }

  /// What a value leaves at the gate; a sender that can wait waits for it too.
  @inlinable
  package func item(_ value: Value) -> HubItem<Value> {
    if Backpressure.current == nil { .value(value) } else { .job(Backpressure.carried { self.deliverWaiting(value) }) }
  }

  /// Ends the observers; without a completion it lets go of them.
  @usableFromInline
  func end(_ completion: Completion<Failure>?) { perform { self.finish(completion) } }

  /// Walks the list. Whoever comes or goes meanwhile waits at the gate, so the list keeps every slot alive, and no
  /// reference is counted.
  @inlinable
  package func deliver(_ value: Value) {
    access.reads()
    if slots.count == 0, Trace.isOn { noteUnheard(value) }
    slots.forEach(Slot<Value, Failure>.self) { $0.receive(value) }
  }

  private func finish(_ completion: Completion<Failure>?) {
    access.writes()
    guard self.completion == nil else { return }
    accessToCompletion.writes()
    self.completion = completion
    if completion != nil { run = nil }
    isClosed.store(true, ordering: .releasing)
    var slots = SlotList()
    swap(&slots, &self.slots)
    let upstreams = self.upstreams
    self.upstreams = [:]
    for upstream in upstreams.values { upstream.dispose() }
    slots.forEach(Slot<Value, Failure>.self) { turnAway($0) }
  }

  // MARK: Coming and going

  /// Attaches an observer that is owed nothing but what comes from now on, or the end if that has come.
  ///
  /// Not inlined: what it is given is retained where it is stored, and not for every use in between.
  @inline(never)
  @inlinable
  func attach(_ sink: Sink<Value, Failure>, _ subscription: Subscription) {
    join(Slot(self, subscription, Trace.isOn ? traced(sink) : sink), subscription)
  }

  /// Like ``remove(_:)`` it enters first, since no job need be made where nobody has.
  @usableFromInline
  func join(_ slot: Slot<Value, Failure>, _ subscription: Subscription) {
    if isClosed.load(ordering: .acquiring) {
      turnAway(slot)
    } else if gate.enter() {
      insert(slot)
      leave()
    } else {
      perform { self.insert(slot) }
    }
    subscription.add(slot)
  }

  @usableFromInline
  func insert(_ slot: Slot<Value, Failure>) {
    access.writes()
    if isClosed.load(ordering: .relaxed) { turnAway(slot) } else { slots.append(slot) }
  }

  /// Tells an observer the end that has come, or lets go of it where none is to be told.
  ///
  /// Not inlined: looking at the completion asks for metadata.
  @inline(never)
  private func turnAway(_ slot: Slot<Value, Failure>) {
    accessToCompletion.reads()
    if let completion { slot.receive(completion) } else { slot.clear() }
  }

  func remove(_ slot: Slot<Value, Failure>) {
    if gate.enter() {
      drop(slot)
      leave()
    } else {
      perform { self.drop(slot) }
    }
  }

  /// Drops a slot that is gone; it was inserted, since its subscription has it only from then on.
  private func drop(_ slot: Slot<Value, Failure>) {
    access.writes()
    slot.clear()
    slots.remove(slot) { unsafeDowncast($0, to: Slot<Value, Failure>.self).isDisposed }
  }

  // MARK: Being fed

  /// Makes the subject the middle of a run.
  package func follow(_ run: Subscription) { perform { self.run = run } }

  /// Whether the subject, when it is released, ends with that. As the middle of a run that has not ended it does not:
  /// the run is out of reach, or never ends, and so it is for the observers.
  var endsWhenReleased: Bool { run?.isDisposed ?? true }

  /// Whether observers that can hear nothing any more wait for a stream that never ends.
  var isEndless: Bool { isClosed.load(ordering: .acquiring) && completion == nil && run?.isEndless ?? false }

  func adopt(_ upstream: Subscription) {
    perform {
      if self.completion != nil { return upstream.dispose() }
      self.upstreams[ObjectIdentifier(upstream)] = upstream
    }
  }

  func disown(_ upstream: Subscription) { perform { self.upstreams[ObjectIdentifier(upstream)] = nil } }

  /// Ends the observers of a subject that is released. That can release the next, where an observer that sends to that
  /// was all that held it.
  package func endAsReleased() {
    func end() { self.end(endsWhenReleased ? .completed : nil) }
    if !DepthLimit.tryRun(end) { DepthLimit.enqueue(end) }
  }
}

/// What waits at a hub's gate: a value, or what else is to be done between events.
@usableFromInline
package enum HubItem<Value: Sendable>: Sendable {
  case value(Value)
  case job(@Sendable () -> Void)
}
