import StreamCore
import StreamPrimitives

/// Brings the events of one subscription to a scheduler. One action at a time is scheduled, and it delivers until the
/// queue is empty, or until its ``Share`` is used up: then the next goes on, and others that use the scheduler get a
/// turn.
@usableFromInline
final class Delivery<Value: Sendable, Failure: Error, S: Scheduler>: Sendable {
  @usableFromInline let sink: Sink<Value, Failure>
  @usableFromInline let subscription: Subscription
  @usableFromInline let queue: DeliveryQueue<Value, Failure>
  @usableFromInline let scheduler: S

  @inlinable
  init(
    _ sink: Sink<Value, Failure>, _ subscription: Subscription, _ queue: DeliveryQueue<Value, Failure>, _ scheduler: S
  ) {
    self.sink = sink
    self.subscription = subscription
    self.queue = queue
    self.scheduler = scheduler
  }

  /// - Returns: `false` if a value, this or another, was given up for want of room.
  @inlinable
  @inline(__always)
  func accept(_ value: Value) -> Bool {
    guard subscription.isActive else { return true }
    let (isFirst, outcome) = queue.append(value)
    if isFirst { schedule() }
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
  func accept(_ waiting: Value, _ value: Value, combinedBy combine: @Sendable (Value, Value) -> Value) -> Bool {
    accept(combine(waiting, value))
  }

  @inlinable
  func accept(_ end: Completion<Failure>) {
    if subscription.isActive, queue.append(end) { schedule() }
  }

  /// Schedules the action, or the next.
  ///
  /// On a trampoline: an action may be over, and the next wanted on another thread, before the call that scheduled it
  /// has returned; the handle of the next must not be replaced by its.
  @inlinable
  @inline(never)
  func schedule() {
    queue.scheduling.bounce {
      guard subscription.isActive else { return }
      let pending = queue.pressure.map { _ in PendingAction(queue) }
      let action: @Sendable () -> Void = {
        pending?.begin()
        self.deliver()
      }
      let goesOn = queue.goesOn
      queue.goesOn = false
      // Schedulers that run actions inline do not when there is a delay.
      queue.action.inner = goesOn ? scheduler.schedule(after: .zero, action) : scheduler.schedule(action)
    }
  }

  /// The action. It is over when the queue is empty, when the share is used up, or when somebody below has no room for
  /// a value: then the next begins when there is room.
  @inlinable
  func deliver() {
    var taken = Queue<Value>()
    var share = Share(scheduler.clock, time: .ofHop)
    while subscription.isActive {
      guard share.take() else {
        if queue.putBack(taken) { schedule() }
        return
      }
      if taken.isEmpty {
        switch queue.take(into: &taken) {
        case .values: break
        case .end(let end): return sink.end(end)
        case .nothing: return
        }
      }
      guard let value = taken.popFirst() else { continue }
      guard let pressure = queue.pressure else {
        sink.next(value)
        continue
      }
      pressure.during { sink.next(value) }
      guard pressure.isHeld, pressure.callBack({ self.schedule() }) else { continue }
      // A disposal just now may have come before there was anything to forget.
      if !subscription.isActive { pressure.forget() }
      return
    }
  }
}

/// The events that wait for their action. It does not know the sink, so that the subscription may own it.
@usableFromInline
final class DeliveryQueue<Value: Sendable, Failure: Error>: Disposing {
  @usableFromInline
  struct State: Sendable {
    @usableFromInline var buffer: Buffer<Value>

    /// The values that an action has taken and left for the next.
    @usableFromInline var left = Queue<Value>()
    @usableFromInline var end: Completion<Failure>?
    @usableFromInline var isScheduled = false
    @usableFromInline var isDisposed = false

    @inlinable init(_ policy: BufferPolicy<Value>, _ pressure: Pressure?) { buffer = Buffer(policy, takenBy: pressure) }
  }

  /// The next events; with nothing the action is over.
  @usableFromInline
  enum Taken {
    case values
    case end(Completion<Failure>)
    case nothing
  }

  @usableFromInline let action = SerialDisposable()
  @usableFromInline let state: Lock<State>

  /// The pressure under which values are delivered if the policy suspends senders.
  @usableFromInline let pressure: Pressure?
  @usableFromInline let scheduling = Trampoline()

  /// Whether the next action goes on with what the last has left. Guard: written by the action, before it has the next
  /// scheduled, and in steps of the trampoline.
  @usableFromInline nonisolated(unsafe) var goesOn = false

  @usableFromInline
  init(_ policy: BufferPolicy<Value>) {
    pressure = policy.suspendsSenders ? Pressure() : nil
    state = Lock(State(policy, pressure))
  }

  /// - Returns: whether an action has to be scheduled, and what is left to do about the value.
  @inlinable
  func append(_ value: Value) -> (isFirst: Bool, outcome: Buffer<Value>.Outcome) {
    state.withLock { state in
      guard !state.isDisposed else { return (false, .kept) }
      let outcome = state.buffer.append(value)
      let isFirst = !state.isScheduled
      state.isScheduled = true
      return (isFirst, outcome)
    }
  }

  @usableFromInline
  func append(_ end: Completion<Failure>) -> Bool {
    state.withLock { state in
      state.end = end
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
  }

  /// Takes the next events: without a bound all values at once; with one only the first, since those that wait are
  /// counted here.
  ///
  /// `values` is empty, and its storage stays here for the values to come, so that a long burst allocates nothing.
  @inlinable
  func take(into values: inout Queue<Value>) -> Taken {
    // The hold of a value is released after the lock: that may let a sender go on.
    let (taken, hold) = state.withLock { state -> (Taken, Pressure.Hold?) in
      if !state.left.isEmpty {
        swap(&state.left, &values)
      } else if state.buffer.isUnbounded {
        swap(&state.buffer.values, &values)
      } else if let (value, hold) = state.buffer.popFirst() {
        values.append(value)
        return (.values, hold)
      }
      guard values.isEmpty else { return (.values, nil) }
      state.isScheduled = state.end != nil
      return (state.end.take().map { .end($0) } ?? .nothing, nil)
    }
    withExtendedLifetime(hold) {}
    return taken
  }

  /// Leaves for the next action the values that this one has taken.
  ///
  /// - Returns: `false` if there is nothing for another.
  @usableFromInline
  func putBack(_ values: Queue<Value>) -> Bool {
    state.withLock { state in
      guard !state.isDisposed else { return false }
      state.left = values
      state.isScheduled = !values.isEmpty || !state.buffer.isEmpty || state.end != nil
      goesOn = state.isScheduled
      return state.isScheduled
    }
  }

  @usableFromInline var isDisposed: Bool { action.isDisposed }

  @usableFromInline
  func dispose() {
    action.dispose()
    pressure?.forget()
    // Released after the lock: a value may have something to say when it goes.
    let left = state.withLock { state in
      state.isDisposed = true
      defer { state.left = Queue() }
      return (state.left, state.buffer.empty())
    }
    withExtendedLifetime(left) {}
  }
}

/// An action that was scheduled. If its scheduler lets go of it before it has begun (since its actor is gone, say),
/// nobody will come for what waits, and so nobody has to wait with it.
@usableFromInline
final class PendingAction: Sendable {
  private let queue: any Disposing
  private let hasBegun = Atomic(false)

  @usableFromInline
  init(_ queue: any Disposing) { self.queue = queue }

  deinit { if !hasBegun.load(ordering: .relaxed) { queue.dispose() } }

  @usableFromInline
  func begin() { hasBegun.store(true, ordering: .relaxed) }
}
