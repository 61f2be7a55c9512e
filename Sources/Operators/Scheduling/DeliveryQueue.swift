public import StreamCore
public import StreamPrimitives

/// The events that wait for their action, under a lock. It does not know the sink, so that the subscription may own it.
///
/// States:
/// - *at rest*: no action is scheduled, and nothing waits.
/// - *scheduled*: an action is scheduled or running. `append` leads here from rest, `next` back when it finds nothing.
/// - *disposed*: nothing waits any more, and nothing is taken.
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

  /// The pressure under which values are delivered if the policy suspends senders.
  @usableFromInline let pressure: Backpressure?

  /// Values that the running action has taken out of an unbounded buffer together, so that it locks once for all of
  /// them. Empty between two actions.
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

  /// Puts a value last.
  ///
  /// - Returns: whether an action has to be scheduled, and what is left to do about the value.
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

  /// Puts the end behind all values.
  ///
  /// - Returns: whether an action has to be scheduled.
  @usableFromInline
  package func append(_ end: Completion<Failure>) -> Bool {
    state.withLock { state in
      state.end = end
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
  }

  // MARK: Called by the action

  /// The next event; with `nil` the action is over.
  @inlinable
  package func next() -> Event<Value, Failure>? {
    access.writes()
    if let value = taken.popFirst() { return .next(value) }
    // The brake of a value is released after the lock: that may let a sender go on.
    let (event, brake) = state.withLock { state -> (Event<Value, Failure>?, Backpressure.Brake?) in
      if let (value, brake) = state.buffer.popFirst() {
        // Where there is a bound, the values that are left still count against it.
        if state.buffer.isUnbounded { swap(&state.buffer.values, &taken) }
        return (.next(value), brake)
      }
      state.isScheduled = state.end != nil
      return (state.end.take().map { Event($0) }, nil)
    }
    withExtendedLifetime(brake) {}
    return event
  }

  /// Ends an action that has had its budget.
  ///
  /// - Returns: whether the next action has to be scheduled.
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
    // A disposal found nothing in the buffer; what this action has taken is released here.
    if !goesOn { discard() }
    return goesOn
  }

  /// Ends an action that found its subscription disposed.
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
    // Released after the lock: a value may have something to say when it goes.
    let left = state.withLock { state in
      state.isDisposed = true
      return state.buffer.empty()
    }
    withExtendedLifetime(left) {}
  }
}
