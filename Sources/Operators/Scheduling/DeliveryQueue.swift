public import StreamCore
public import StreamPrimitives

/// A queue of events for an action, under a lock. It does not refer to the sink, so that the subscription may retain
/// it.
///
/// States:
/// - *at rest*: no action is scheduled, and the queue is empty.
/// - *scheduled*: an action is scheduled or running. `append` leads here from rest; an empty `next` leads back.
/// - *disposed*: the queue is empty, and accepts no event.
@usableFromInline
package final class DeliveryQueue<Value: Sendable, Failure: Error>: Disposing {
  @usableFromInline
  struct State: Sendable {
    @usableFromInline var buffer: Buffer<Value>
    @usableFromInline var end: Completion<Failure>?
    @usableFromInline var isScheduled = false
    @usableFromInline var isDisposed = false

    init(_ policy: BufferPolicy<Value>, _ pressure: Backpressure?) {
      buffer = Buffer(policy, drainedUnder: pressure)
    }
  }

  @usableFromInline let state: Lock<State>

  /// The backpressure of the delivery if the policy suspends senders.
  @usableFromInline let pressure: Backpressure?

  /// Values taken from an unbounded buffer together, so that the action locks once for all of them.
  ///
  /// They are empty between two actions.
  ///
  /// Guarded by: the action, of which one runs at a time.
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var taken = Queue<Value>()
  @usableFromInline let access = AccessCheck()

  @usableFromInline
  package init(_ policy: BufferPolicy<Value>) {
    pressure = policy.suspendsSenders ? Backpressure() : nil
    state = Lock(State(policy, pressure))
  }

  // MARK: Called by the sender

  /// Enqueues a value.
  ///
  /// - Returns: Whether an action must be scheduled, and the outcome for the value.
  @inlinable
  package func append(_ value: Value) -> (needsAction: Bool, outcome: Buffer<Value>.Outcome) {
    state.withLock { state in
      guard !state.isDisposed else { return (false, .kept) }
      let outcome = state.buffer.append(value)
      let needsAction = !state.isScheduled
      state.isScheduled = true
      return (needsAction, outcome)
    }
  }

  /// Enqueues the end behind all values.
  ///
  /// - Returns: Whether an action must be scheduled.
  @usableFromInline
  package func append(_ end: Completion<Failure>) -> Bool {
    state.withLock { state in
      state.end = end
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
  }

  // MARK: Called by the action

  /// Returns the next event, or `nil` to end the action.
  @inlinable
  package func next() -> Event<Value, Failure>? {
    access.writes()
    if let value = taken.popFirst() { return .next(value) }
    // The `suspension` of a value is released without the lock, because that may resume a sender.
    let (event, suspension) = state.withLock { state -> (Event<Value, Failure>?, Backpressure.Suspension?) in
      if let (value, suspension) = state.buffer.popFirst() {
        // With a bound, the values left in the buffer still count against it.
        if state.buffer.isUnbounded { swap(&state.buffer.values, &taken) }
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
  /// - Returns: Whether another action must be scheduled.
  @usableFromInline
  package func pause() -> Bool {
    access.writes()
    let goesOn = state.withLock { state in
      guard !state.isDisposed else { return false }
      if state.buffer.isUnbounded {
        while let value = state.buffer.values.popFirst() { taken.append(value) }
        swap(&state.buffer.values, &taken)
      }
      state.isScheduled = !state.buffer.isEmpty || state.end != nil
      return state.isScheduled
    }
    // The disposal found an empty buffer: the values that this action has taken are released here.
    if !goesOn { discard() }
    return goesOn
  }

  /// Ends an action whose subscription was disposed.
  @usableFromInline
  package func discard() {
    access.writes()
    taken = Queue()
  }

  // MARK: Disposing

  @usableFromInline package var isDisposed: Bool { state.withLock { $0.isDisposed } }

  @usableFromInline
  package func dispose() {
    pressure?.forget()
    // Released without the lock, because releasing a value may run a user's code.
    let left = state.withLock { state in
      state.isDisposed = true
      return state.buffer.empty()
    }
    withExtendedLifetime(left) {}
  }
}
