import StreamCore
import StreamPrimitives

/// A bounded queue of events under a lock, because the sender may also remove queued values.
@usableFromInline
final class BoundedQueue<Value: Sendable, Failure: Error>: DeliveryQueue {
  @usableFromInline
  struct State: Sendable {
    @usableFromInline var buffer: Buffer<Value>
    @usableFromInline var end: Completion<Failure>?
    @usableFromInline var isScheduled = false
    @usableFromInline var isDisposed = false

    @inlinable init(_ policy: BufferPolicy<Value>, _ pressure: Backpressure?) {
      buffer = Buffer(policy, drainedUnder: pressure)
    }
  }

  @usableFromInline let state: Lock<State>
  @usableFromInline let pressure: Backpressure?

  @usableFromInline
  init(_ policy: BufferPolicy<Value>) {
    pressure = policy.suspendsSenders ? Backpressure() : nil
    state = Lock(State(policy, pressure))
  }

  @inlinable
  func append(_ value: Value) -> (needsAction: Bool, outcome: Buffer<Value>.Outcome) {
    state.withLock { state in
      guard !state.isDisposed else { return (false, .kept) }
      let outcome = state.buffer.append(value)
      let needsAction = !state.isScheduled
      state.isScheduled = true
      return (needsAction, outcome)
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

  @usableFromInline
  func begin() -> Bool { true }

  /// Takes one event at a time, because the values left in the buffer still count against the bound.
  @inlinable
  func next() -> Event<Value, Failure>? {
    // The `brake` of a value is released without the lock, because that may resume a sender.
    let (event, brake) = state.withLock { state -> (Event<Value, Failure>?, Backpressure.Brake?) in
      if let (value, brake) = state.buffer.popFirst() { return (.next(value), brake) }
      state.isScheduled = state.end != nil
      return (state.end.take().map { Event($0) }, nil)
    }
    withExtendedLifetime(brake) {}
    return event
  }

  @usableFromInline
  func pause() -> Bool {
    state.withLock { state in
      state.isScheduled = !state.isDisposed && (!state.buffer.isEmpty || state.end != nil)
      return state.isScheduled
    }
  }

  @usableFromInline
  func discard() {}

  @usableFromInline var isDisposed: Bool { state.withLock { $0.isDisposed } }

  @usableFromInline
  func dispose() {
    pressure?.forget()
    // Released without the lock, because releasing a value may run a user's code.
    let left = state.withLock { state in
      state.isDisposed = true
      return state.buffer.empty()
    }
    withExtendedLifetime(left) {}
  }
}
