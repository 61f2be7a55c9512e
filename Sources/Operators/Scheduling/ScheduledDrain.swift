import StreamCore
import StreamPrimitives

/// Delivers the events of one subscription on a scheduler, with at most one scheduled action at a time.
///
/// An action delivers until the queue is empty or its ``Budget`` is spent. Then another one is scheduled, so that other
/// work on the scheduler can run.
@usableFromInline
final class ScheduledDrain<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let sink: Sink<Value, Failure>
  @usableFromInline let subscription: Subscription
  @usableFromInline let queue: DeliveryQueue<Value, Failure>
  @usableFromInline let scheduler: any Scheduler
  @usableFromInline let actionHandle = SerialDisposable()
  @usableFromInline let scheduling = Trampoline()

  /// Whether the next action continues the previous one. Guarded by: the action (set before the next is scheduled) and
  /// the steps of the trampoline.
  @usableFromInline nonisolated(unsafe) var goesOn = false

  @usableFromInline
  init(
    _ sink: Sink<Value, Failure>, _ subscription: Subscription, _ policy: BufferPolicy<Value>,
    _ scheduler: any Scheduler
  ) {
    self.sink = sink
    self.subscription = subscription
    queue = DeliveryQueue(policy)
    self.scheduler = scheduler
  }

  /// Adds the parts that the subscription disposes. The delivery itself is not one of them, because it retains the
  /// sink.
  @usableFromInline
  func begin(_ upstream: Subscription) {
    subscription.add(actionHandle)
    subscription.add(queue)
    subscription.add(upstream)
  }

  /// - Returns: `false` if a value, this one or a queued one, was dropped because the queue was full.
  @inlinable
  @inline(__always)
  func accept(_ value: Value) -> Bool {
    guard subscription.isActive else { return true }
    let (needsAction, outcome) = queue.append(value)
    if needsAction { schedule() }
    switch outcome {
    case .kept: return true
    case .dropped: return false
    case .combine(let waiting, let combine): return accept(waiting, value, combinedBy: combine)
    }
  }

  /// Not inlined, because it is rare. An action may begin while the values are combined, and find the queue empty.
  @inlinable
  @inline(never)
  func accept(
    _ waiting: Value, _ value: Value,
    combinedBy combine: @Sendable (Value, Value) -> Value
  ) -> Bool {
    accept(combine(waiting, value))
  }

  @usableFromInline
  func accept(_ end: Completion<Failure>) {
    if subscription.isActive, queue.append(end) { schedule() }
  }

  /// Schedules the first or the next action.
  ///
  /// The trampoline stores the handles in order. Otherwise another thread could store the handle of the next action
  /// before this call stores its own.
  @inlinable
  @inline(never)
  func schedule() {
    scheduling.bounce {
      guard subscription.isActive else { return }
      let dropGuard = queue.pressure.map { _ in DropGuard { [queue] in queue.dispose() } }
      let run: @Sendable () -> Void = {
        dropGuard?.disarm()
        self.deliver()
      }
      let goesOn = goesOn
      self.goesOn = false
      // A scheduler that runs actions inline does not do so with a delay.
      actionHandle.inner = goesOn ? scheduler.schedule(after: .zero, run) : scheduler.schedule(run)
    }
  }

  /// The action. It ends when the queue is empty, when the budget is spent, or when a consumer downstream has no
  /// capacity.
  ///
  /// In the last case the next action begins when there is capacity.
  @inlinable
  func deliver() {
    var budget = Budget(AnyClock(scheduler), time: .hopBudget)
    while subscription.isActive {
      guard budget.take() else {
        guard queue.pause() else { return }
        goesOn = true
        return schedule()
      }
      guard let event = queue.next() else { return }
      guard case .next(let value) = event, let pressure = queue.pressure else {
        sink.send(event)
        if event.isTerminal { return }
        continue
      }
      pressure.during { sink.next(value) }
      guard pressure.isSuspended, pressure.callBack({ self.schedule() }) else { continue }
      // A disposal may have come before there was a callback to remove.
      if !subscription.isActive { pressure.forget() }
      return
    }
    queue.discard()
  }
}
