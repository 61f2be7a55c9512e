public import StreamCore

/// Brings the events of one subscription to a scheduler. One action at a time is scheduled, and it delivers until the
/// line is empty, or until its ``Share`` is used up: then the next goes on, and others that use the scheduler get a
/// turn.
@usableFromInline
final class Delivery<Value: Sendable, Failure: Error, S: Scheduler>: Sendable {
  @usableFromInline let sink: Sink<Value, Failure>
  @usableFromInline let subscription: Subscription
  @usableFromInline let line: DeliveryLine<Value, Failure>
  @usableFromInline let scheduler: S

  @inlinable
  init(_ sink: Sink<Value, Failure>, _ subscription: Subscription, _ line: DeliveryLine<Value, Failure>, _ scheduler: S)
  {
    self.sink = sink
    self.subscription = subscription
    self.line = line
    self.scheduler = scheduler
  }

  /// - Returns: `false` if a value, this or another, was given up for want of room.
  @inlinable
  @inline(__always)
  func accept(_ value: Value) -> Bool {
    guard subscription.isActive else { return true }
    let (isFirst, outcome) = line.append(value)
    if isFirst { schedule() }
    switch outcome {
    case .kept: return true
    case .dropped: return false
    case .combine(let waiting, let combine): return accept(waiting, value, combinedBy: combine)
    }
  }

  /// Out of line, like all that is not done for every value. An action may begin while the two are combined, and find
  /// the place empty.
  @inlinable
  @inline(never)
  func accept(_ waiting: Value, _ value: Value, combinedBy combine: @Sendable (Value, Value) -> Value) -> Bool {
    accept(combine(waiting, value))
  }

  @inlinable
  func accept(_ end: Completion<Failure>) {
    if subscription.isActive, line.append(end) { schedule() }
  }

  /// Schedules the action, or the next.
  ///
  /// On a trampoline: an action may be over, and the next wanted on another thread, before the call that scheduled it
  /// has returned; the handle of the next must not be replaced by its. Out of line: it is asked for once in a burst,
  /// and would stand in the way of every value.
  @inlinable
  @inline(never)
  func schedule() {
    line.turns.bounce {
      guard subscription.isActive else { return }
      let pending = line.pressure.map { _ in PendingAction(line) }
      let action: @Sendable () -> Void = {
        pending?.begin()
        if let pressure = self.line.pressure { self.deliver(under: pressure) } else { self.deliver() }
      }
      let goesOn = line.goesOn
      line.goesOn = false
      // Those that run actions inline do not when there is a delay.
      line.action.inner = goesOn ? scheduler.schedule(after: .zero, action) : scheduler.schedule(action)
    }
  }

  /// Has another action go on.
  @inlinable
  @inline(never)
  func goOn() {
    line.goesOn = true
    schedule()
  }

  /// The action.
  @inlinable
  func deliver() {
    var taken = Queue<Value>()
    var share = Share(scheduler.clock, time: .ofHop)
    while subscription.isActive {
      switch line.take(into: &taken) {
      case .values:
        while subscription.isActive, !taken.isEmpty {
          guard share.take() else {
            line.putBack(taken)
            return goOn()
          }
          if let value = taken.popFirst() { sink.next(value) }
        }
      case .end(let end): return sink.end(end)
      case .nothing: return
      }
    }
  }
}

/// The events that wait for their action. It does not know the sink, so that the subscription may own it.
@usableFromInline
final class DeliveryLine<Value: Sendable, Failure: Error>: Disposing {
  @usableFromInline
  struct State: Sendable {
    @usableFromInline var buffer: Buffer<Value>

    /// What an action has taken and left for the next.
    @usableFromInline var left = Queue<Value>()
    @usableFromInline var end: Completion<Failure>?

    /// Whether somebody will come for what is put here, or nobody ever need.
    @usableFromInline var isAttended = false
    @usableFromInline var isDisposed = false

    @inlinable init(_ policy: BufferPolicy<Value>, _ pressure: Pressure?) { buffer = Buffer(policy, takenBy: pressure) }
  }

  /// What there is to deliver.
  @usableFromInline
  enum Taken {
    case values
    case end(Completion<Failure>)
    /// The action is over.
    case nothing
  }

  @usableFromInline let action = SerialDisposable()
  @usableFromInline let state: Lock<State>

  /// Under what values are delivered if the policy suspends senders.
  @usableFromInline let pressure: Pressure?

  /// Where actions are scheduled.
  @usableFromInline let turns = Trampoline()

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
      // Kept by nobody, and not for want of room.
      guard !state.isDisposed else { return (false, .kept) }
      let outcome = state.buffer.append(value)
      let isFirst = !state.isAttended
      state.isAttended = true
      return (isFirst, outcome)
    }
  }

  @usableFromInline
  func append(_ end: Completion<Failure>) -> Bool {
    state.withLock { state in
      state.end = end
      defer { state.isAttended = true }
      return !state.isAttended
    }
  }

  /// Takes the next events: without a bound all values at once; with one only the first, since those that wait are
  /// counted here.
  ///
  /// The queue is empty, and what storage it has stays here for the values to come, so that a long burst allocates
  /// nothing.
  @inlinable
  func take(into values: inout Queue<Value>) -> Taken {
    state.withLock { state in
      if !state.left.isEmpty {
        swap(&state.left, &values)
      } else if state.buffer.isUnbounded {
        swap(&state.buffer.values, &values)
      } else if let value = state.buffer.values.popFirst() {
        values.append(value)
      }
      guard values.isEmpty else { return .values }
      guard let end = state.end else {
        state.isAttended = false
        return .nothing
      }
      state.end = nil
      return .end(end)
    }
  }

  /// Leaves for the next action what this one has taken.
  @usableFromInline
  func putBack(_ values: Queue<Value>) {
    state.withLock { state in
      if !state.isDisposed { state.left = values }
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
