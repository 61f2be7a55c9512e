/// The queued values between a stream and one task, or the continuation of the waiting task.
///
/// The lock guards decisions only. Continuations are resumed, suspensions and values are released, and closures of a
/// user are called without it.
@usableFromInline
final class ValueBuffer<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline typealias Answer = Result<Value?, Failure>

  @usableFromInline
  struct State {
    @usableFromInline var buffer: Buffer<Value>

    /// The waiting task. While there is one, the buffer is empty and there is no `completion`.
    @usableFromInline var consumer: UnsafeContinuation<Answer, Never>?

    /// The end of the stream, until the consumer has received it.
    @usableFromInline var completion: Completion<Failure>?

    /// Whether the consumer has received the end, or was closed.
    @usableFromInline var isOver = false

    /// Whether the consumer was closed by ``close(_:)``.
    var isClosed = false
    @usableFromInline var droppedCount = 0

    @inlinable init(_ policy: BufferPolicy<Value>) { buffer = Buffer(policy) }
  }

  /// The remaining work for a value, which is done without the lock.
  @usableFromInline
  enum Delivery {
    case nothing
    case resume(UnsafeContinuation<Answer, Never>)
    case buffered(Buffer<Value>.Outcome)
  }

  @usableFromInline let state: Lock<State>

  /// The dropped values of all consumers of one sequence.
  @usableFromInline let drops: DropCount

  /// Values taken together from a buffer without a bound. They are older than those of `state`.
  ///
  /// Guarded by: the consumer (no other task touches it).
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var taken = Queue<Value>()

  @usableFromInline
  init(_ policy: BufferPolicy<Value>, _ drops: DropCount) {
    self.drops = drops
    state = Lock(State(policy))
  }

  // MARK: Called by the stream

  /// Delivers a value to the waiting consumer, or enqueues it. Calls do not overlap.
  @inlinable
  func accept(_ value: Value) {
    let delivery = state.withLock { state -> Delivery in
      guard !state.isOver else { return .nothing }
      if let consumer = state.consumer {
        state.consumer = nil
        return .resume(consumer)
      }
      let outcome = state.buffer.append(value)
      if case .dropped = outcome { state.droppedCount += 1 }
      return .buffered(outcome)
    }
    switch delivery {
    case .nothing, .buffered(.kept): break
    case .resume(let consumer): consumer.resume(returning: .success(value))
    case .buffered(.dropped): drops.add()
    // A consumer that has called `next` meanwhile has found the buffer empty, and may be waiting.
    case .buffered(.combine(let waiting, let combine)): accept(combine(waiting, value))
    }
  }

  /// Delivers the end to the waiting consumer, or stores it.
  @usableFromInline
  func end(_ completion: Completion<Failure>) {
    let consumer = state.withLock { state -> UnsafeContinuation<Answer, Never>? in
      guard !state.isOver, state.completion == nil else { return nil }
      guard let consumer = state.consumer else {
        state.completion = completion
        return nil
      }
      state.consumer = nil
      state.isOver = true
      return consumer
    }
    consumer?.resume(returning: Self.answer(completion))
  }

  // MARK: Called by the consumer

  /// Returns the next value or the end, if there is one.
  @inlinable
  func take() -> Answer? {
    if let value = taken.popFirst() { return .success(value) }
    let (answer, suspension) = state.withLock { state in takeOrWait(&state) }
    _ = suspension
    return answer
  }

  /// Waits for the next value or the end.
  @inlinable
  func wait(_ consumer: UnsafeContinuation<Answer, Never>) {
    let (answer, suspension) = state.withLock { state in
      if state.consumer != nil {
        fatalError(
          "Two tasks call `next()` of one `values` iterator at the same time: give each task its own iterator.")
      }
      let (answer, suspension) = takeOrWait(&state)
      if answer == nil { state.consumer = consumer }
      return (answer, suspension)
    }
    _ = suspension
    if let answer { consumer.resume(returning: answer) }
  }

  /// Returns the next value or the end, and a suspension that the caller releases without the lock.
  @inlinable
  func takeOrWait(_ state: inout State) -> (Answer?, Backpressure.Suspension?) {
    if let (value, suspension) = state.buffer.popFirst() {
      if state.buffer.isUnbounded { swap(&state.buffer.values, &taken) }
      return (.success(value), suspension)
    }
    if state.isOver { return (.success(nil), nil) }
    guard let completion = state.completion else { return (nil, nil) }
    state.isOver = true
    return (Self.answer(completion), nil)
  }

  /// Whether the consumer was closed before it received the end.
  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Drops the queued values, disposes the subscription, and then ends the wait of the consumer.
  @usableFromInline
  func close(_ subscription: Subscription) {
    let (left, end, consumer) = state.withLock { state in
      defer {
        if !state.isOver { state.isClosed = true }
        state.isOver = true
        state.consumer = nil
        state.completion = nil
      }
      return (state.buffer.empty(), state.completion, state.consumer)
    }
    // Releasing the suspensions resumes senders. They must find the subscription disposed.
    withExtendedLifetime((left, end)) { subscription.dispose() }
    consumer?.resume(returning: .success(nil))
  }

  @usableFromInline
  static func answer(_ completion: Completion<Failure>) -> Answer {
    switch completion {
    case .completed: .success(nil)
    case .failed(let failure): .failure(failure)
    }
  }
}

extension ValueBuffer: Waiter {
  @usableFromInline
  package func sourceIsUnreachable() { end(.completed) }
}

/// One consumer: its buffer and its subscription, which is disposed when the consumer is released.
@usableFromInline
final class Consumer<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let buffer: ValueBuffer<Value, Failure>
  @usableFromInline let subscription = Subscription()

  /// Subscribes to a stream.
  @inlinable
  init(_ stream: Signal<Value, Failure>, _ policy: BufferPolicy<Value>, _ drops: DropCount) {
    buffer = ValueBuffer(policy, drops)
    let subscription = subscription
    let owner = WaiterOwner(buffer, subscription)
    stream.attach(
      Sink(
        next: { value in if subscription.isActive { owner.waiter.accept(value) } },
        end: { completion in
          guard subscription.isActive else { return }
          owner.waiter.end(completion)
          subscription.dispose()
        }),
      to: subscription, recordedAs: "values")
  }

  deinit { cancel() }

  @usableFromInline
  func cancel() { buffer.close(subscription) }
}
