import StreamCore
import StreamPrimitives

/// Brings the events of one subscription to a scheduler. One action at a time is scheduled, and it delivers until the
/// queue is empty, or until its ``Budget`` is used up: then the next goes on, so that others that use the scheduler are
/// not held up.
@usableFromInline
final class ScheduledDrain<Value: Sendable, Failure: Error, S: Scheduler>: Sendable {
  @usableFromInline let sink: Sink<Value, Failure>
  @usableFromInline let subscription: Subscription
  @usableFromInline let queue: DeliveryQueue<Value, Failure>
  @usableFromInline let scheduler: S
  @usableFromInline let actionHandle = SerialDisposable()
  @usableFromInline let scheduling = Trampoline()

  /// Whether the next action goes on with what the last has left. Guard: written by the action, before it has the next
  /// scheduled, and in steps of the trampoline.
  @usableFromInline nonisolated(unsafe) var goesOn = false

  @usableFromInline
  init(_ sink: Sink<Value, Failure>, _ subscription: Subscription, _ policy: BufferPolicy<Value>, _ scheduler: S) {
    self.sink = sink
    self.subscription = subscription
    queue = DeliveryQueue(policy)
    self.scheduler = scheduler
  }

  /// Adds what ends with the subscription. Not the delivery itself: that keeps the sink.
  @usableFromInline
  func begin(_ upstream: Subscription) {
    subscription.add(actionHandle)
    subscription.add(queue)
    subscription.add(upstream)
  }

  /// - Returns: `false` if a value, this or another, was given up for want of room.
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

  /// Out of line, like all that is not done for every value. An action may begin while the two are combined, and find
  /// the queue empty.
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

  /// Schedules the action, or the next.
  ///
  /// The trampoline stores the handles in order: without it another thread could store that of the next action before
  /// this call stores its own.
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
      // Schedulers that run actions inline do not when there is a delay.
      actionHandle.inner = goesOn ? scheduler.schedule(after: .zero, run) : scheduler.schedule(run)
    }
  }

  /// The action. It is over when the queue is empty, when the budget is used up, or when somebody below has no room for
  /// a value: then the next begins when there is room.
  @inlinable
  func deliver() {
    var budget = Budget(scheduler.clock, time: .hopBudget)
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
      guard pressure.isHeldUp, pressure.callBack({ self.schedule() }) else { continue }
      // A disposal just now may have come before there was anything to forget.
      if !subscription.isActive { pressure.forget() }
      return
    }
    queue.discard()
  }
}
