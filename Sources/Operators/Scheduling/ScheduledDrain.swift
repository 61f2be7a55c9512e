public import StreamCore
public import StreamPrimitives

/// Delivers the events of one subscription on a scheduler, from a queue that one action at a time drains.
///
/// The queue is under a lock. An action delivers until the queue is empty or its ``Budget`` is spent. If the budget is
/// spent, the action ends and schedules another, so that other work on the scheduler can run. The source and the action
/// retain this object. So does the callback of `pressure`, until a consumer has capacity or the drain is disposed. The
/// subscription does not, because the sink may retain the subscription.
///
/// States:
/// - *idle*: no action is scheduled, and the queue is empty.
/// - *scheduled* (`isScheduled`): an action is scheduled or running, or a callback will schedule one when a consumer
///   downstream has capacity. An event leads here from *idle*. An empty queue leads back to *idle*, unless the end was
///   taken from it.
/// - *disposed* (`isDisposed`, whether or not `isScheduled`): the queue is empty, and accepts no value and no end.
///   ``dispose()`` leads here from each state. A running action ends after its current value.
@usableFromInline
package final class ScheduledDrain<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline
  struct State: Sendable {
    @usableFromInline var buffer: Buffer<Value>
    @usableFromInline var end: Completion<Failure>?
    @usableFromInline var isScheduled = false
    @usableFromInline var isDisposed = false

    /// The number of the action that was reserved last.
    @usableFromInline var number = 0

    /// The handle of that action. Until ``schedule(_:isNext:)`` has stored it, the handle of an earlier one.
    @usableFromInline var action: Disposable?

    init(_ policy: BufferPolicy<Value>, _ pressure: Backpressure?) {
      buffer = Buffer(policy, drainedUnder: pressure)
    }

    /// Reserves the next action for the caller, and returns its number, unless one is scheduled or the drain
    /// is disposed.
    @inlinable
    mutating func reserveAction() -> Int? {
      guard !isScheduled, !isDisposed else { return nil }
      isScheduled = true
      number += 1
      return number
    }
  }

  @usableFromInline let sink: Sink<Value, Failure>
  @usableFromInline let subscription: Subscription
  @usableFromInline let scheduler: any Scheduler
  @usableFromInline let state: Lock<State>

  /// The backpressure of the delivery if the policy suspends senders.
  @usableFromInline let pressure: Backpressure?

  /// Values taken from an unbounded buffer together, so that the action locks once for all of them.
  ///
  /// The batch is empty between two actions.
  ///
  /// Guarded by: the action, of which one runs at a time.
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var batch = Queue<Value>()
  @usableFromInline let access = AccessCheck()

  /// A drain that the subscription disposes.
  @usableFromInline
  package init(
    _ sink: Sink<Value, Failure>, _ subscription: Subscription, _ policy: BufferPolicy<Value>,
    _ scheduler: any Scheduler
  ) {
    self.sink = sink
    self.subscription = subscription
    self.scheduler = scheduler
    pressure = policy.suspendsSenders ? Backpressure() : nil
    state = Lock(State(policy, pressure))
    subscription.add { [weak self] in self?.dispose() }
  }

  // MARK: Called by the source

  /// Enqueues a value.
  ///
  /// - Returns: `false` if a value, this one or a queued one, was dropped because the queue was full.
  @inlinable
  @inline(__always)
  package func enqueue(_ value: Value) -> Bool {
    guard subscription.isActive else { return true }
    let (number, outcome) = state.withLock { state -> (Int?, Buffer<Value>.Outcome) in
      if state.isDisposed { return (nil, .kept) }
      let outcome = state.buffer.append(value)
      return (state.reserveAction(), outcome)
    }
    if let number { schedule(number) }
    switch outcome {
    case .kept: return true
    case .dropped: return false
    case .combine(let waiting, let combine): return enqueue(waiting, value, combinedBy: combine)
    }
  }

  /// Not inlined, because it is rare. An action may begin while the values are combined, and find the queue empty.
  @inlinable
  @inline(never)
  func enqueue(_ waiting: Value, _ value: Value, combinedBy combine: @Sendable (Value, Value) -> Value) -> Bool {
    enqueue(combine(waiting, value))
  }

  /// Enqueues the end behind all values.
  @usableFromInline
  package func enqueue(_ end: Completion<Failure>) {
    guard subscription.isActive else { return }
    let number = state.withLock { state -> Int? in
      if state.isDisposed { return nil }
      state.end = end
      return state.reserveAction()
    }
    if let number { schedule(number) }
  }

  /// Schedules the first or the next action.
  ///
  /// The next action may be scheduled before this call has stored the handle of this one. Then this handle is not
  /// stored.
  /// - Returns: `false` if the next action would be nested in the running one. Then the running one continues.
  @inlinable
  @inline(never)
  @discardableResult
  func schedule(_ number: Int, isNext: Bool = false) -> Bool {
    // If the scheduler drops the action, the drain is disposed. Otherwise suspended senders would wait forever.
    let dropGuard = pressure.map { _ in DropGuard { self.dispose() } }
    let run: @Sendable () -> Void = {
      dropGuard?.disarm()
      self.drain()
    }
    guard let action = isNext ? scheduler.scheduleNext(run) : scheduler.schedule(run) else {
      dropGuard?.disarm()
      return false
    }
    let (previous, isDisposed) = state.withLock { state -> (Disposable?, Bool) in
      guard number == state.number, !state.isDisposed else { return (nil, state.isDisposed) }
      defer { state.action = action }
      return (state.action, false)
    }
    if isDisposed { action.dispose() }
    withExtendedLifetime(previous) {}
    return true
  }

  // MARK: The action

  /// Delivers until the queue is empty, the budget is spent, or a consumer downstream has no capacity.
  ///
  /// In the last case the next action begins when there is capacity.
  @inlinable
  func drain() {
    var budget = Budget(AnyClock(scheduler), time: .hopBudget)
    while subscription.isActive {
      guard budget.take() else {
        guard let number = endOverBudget(), !schedule(number, isNext: true) else { return }
        budget = Budget(AnyClock(scheduler), time: .hopBudget)
        continue
      }
      guard let event = next() else { return }
      guard case .next(let value) = event, let pressure else {
        sink.send(event)
        if event.isTerminal { return }
        continue
      }
      pressure.during { sink.next(value) }
      guard pressure.isSuspended, pressure.callBack({ self.resume() }) else { continue }
      // A disposal may have come before there was a callback to remove.
      if !subscription.isActive { pressure.removeCallback() }
      return
    }
    releaseBatch()
  }

  /// Returns the next event, or `nil` to end the action.
  @inlinable
  func next() -> Event<Value, Failure>? {
    access.writes()
    if let value = batch.popFirst() { return .next(value) }
    // The `suspension` of a value is released without the lock, because that may resume a sender.
    let (event, suspension) = state.withLock { state -> (Event<Value, Failure>?, Backpressure.Suspension?) in
      if let (value, suspension) = state.buffer.popFirst() {
        // The values of a bounded buffer stay in it, to count against the bound. Under backpressure they stay, too: the
        // action may end after this value.
        if state.buffer.isUnbounded, pressure == nil { swap(&state.buffer.values, &batch) }
        return (.next(value), suspension)
      }
      state.isScheduled = state.end != nil
      return (state.end.take().map { Event($0) }, nil)
    }
    withExtendedLifetime(suspension) {}
    return event
  }

  /// Ends an action whose budget is spent.
  ///
  /// - Returns: The number of the next action, if one must be scheduled.
  @usableFromInline
  func endOverBudget() -> Int? {
    access.writes()
    let (number, isDisposed) = state.withLock { state -> (Int?, Bool) in
      guard !state.isDisposed else { return (nil, true) }
      if !batch.isEmpty {
        while let value = state.buffer.values.popFirst() { batch.append(value) }
        swap(&state.buffer.values, &batch)
      }
      state.isScheduled = false
      return (state.buffer.isEmpty && state.end == nil ? nil : state.reserveAction(), false)
    }
    // The disposal has released the buffer, but not the values that this action has taken.
    if isDisposed { releaseBatch() }
    return number
  }

  /// Schedules the next action. Called when a consumer downstream has capacity again.
  @usableFromInline
  func resume() {
    let number = state.withLock { state in
      state.isScheduled = false
      return state.reserveAction()
    }
    if let number { schedule(number) }
  }

  /// Releases the values that the action has taken.
  @usableFromInline
  func releaseBatch() {
    access.writes()
    batch = Queue()
  }

  // MARK: Disposing

  /// Cancels the action, and releases the queued events.
  @usableFromInline
  func dispose() {
    pressure?.removeCallback()
    // Released without the lock, because releasing a value or a failure may run a user's code.
    let (values, end, action) = state.withLock { state in
      state.isDisposed = true
      return (state.buffer.empty(), state.end.take(), state.action.take())
    }
    action?.dispose()
    withExtendedLifetime((values, end)) {}
  }
}
