/// The values on their way from a stream to one task, and the task when it waits for them.
///
/// What is decided under the lock is acted on after it: continuations are resumed, brakes and values are released, and
/// a user's closure is called with no lock held.
@usableFromInline
final class ValueBuffer<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline typealias Answer = Result<Value?, Failure>

  @usableFromInline
  struct State {
    @usableFromInline var buffer: Buffer<Value>
    @usableFromInline var consumer: UnsafeContinuation<Answer, Never>?

    /// How the stream ended, until the consumer has been told.
    @usableFromInline var completion: Completion<Failure>?

    /// Whether the consumer has been told of the end, or wants nothing more.
    @usableFromInline var isOver = false

    /// Whether that was by ``close(_:)``.
    var isClosed = false
    @usableFromInline var droppedCount = 0

    @inlinable init(_ policy: BufferPolicy<Value>) { buffer = Buffer(policy) }
  }

  /// What is left to do about a value when the lock is free.
  @usableFromInline
  enum Decision {
    case nothing
    case resume(UnsafeContinuation<Answer, Never>)
    case buffered(Buffer<Value>.Outcome)
  }

  @usableFromInline let state: Lock<State>

  /// The drops of all consumers of one sequence.
  @usableFromInline let drops: DropCount

  /// What was taken at once from a buffer without bound. Guard: touched only by the consumer.
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var taken = Queue<Value>()

  @usableFromInline
  init(_ policy: BufferPolicy<Value>, _ drops: DropCount) {
    self.drops = drops
    state = Lock(State(policy))
  }

  // MARK: What the stream does

  /// Takes a value. Calls do not overlap.
  @inlinable
  func accept(_ value: Value) {
    let decision = state.withLock { state -> Decision in
      guard !state.isOver else { return .nothing }
      if let consumer = state.consumer {
        state.consumer = nil
        return .resume(consumer)
      }
      let outcome = state.buffer.append(value)
      if case .dropped = outcome { state.droppedCount += 1 }
      return .buffered(outcome)
    }
    switch decision {
    case .nothing, .buffered(.kept): break
    case .resume(let consumer): consumer.resume(returning: .success(value))
    case .buffered(.dropped): drops.add()
    // The consumer may be waiting when they have been combined: it found the place empty.
    case .buffered(.combine(let waiting, let combine)): accept(combine(waiting, value))
    }
  }

  /// Takes the end.
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

  // MARK: What the consumer does

  /// The next value or the end, if they are there.
  @inlinable
  func take() -> Answer? {
    if let value = taken.popFirst() { return .success(value) }
    let (answer, brake) = state.withLock { state in takeOrWait(&state) }
    _ = brake
    return answer
  }

  /// Waits for the next value or the end.
  @inlinable
  func wait(_ consumer: UnsafeContinuation<Answer, Never>) {
    let (answer, brake) = state.withLock { state in
      precondition(state.consumer == nil, "Two tasks wait for the next value of one iterator.")
      let (answer, brake) = takeOrWait(&state)
      if answer == nil { state.consumer = consumer }
      return (answer, brake)
    }
    _ = brake
    if let answer { consumer.resume(returning: answer) }
  }

  /// What there is, under the lock, and a brake to be released after it.
  @inlinable
  func takeOrWait(_ state: inout State) -> (Answer?, Backpressure.Brake?) {
    if let (value, brake) = state.buffer.popFirst() {
      if state.buffer.isUnbounded { swap(&state.buffer.values, &taken) }
      return (.success(value), brake)
    }
    if state.isOver { return (.success(nil), nil) }
    guard let completion = state.completion else { return (nil, nil) }
    state.isOver = true
    return (Self.answer(completion), nil)
  }

  /// Whether the consumer was closed before it was told of the end.
  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Ends the consumer: what waits is dropped, the subscription is disposed, and then the consumer is told that there
  /// is nothing more.
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
    // What is released last lets senders go on: they should find that there is nobody left to send to.
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
  package func waitsInVain() { end(.completed) }
}

/// One consumer: its buffer and its subscription, which is disposed when the consumer is released.
@usableFromInline
final class Consumer<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let buffer: ValueBuffer<Value, Failure>
  @usableFromInline let subscription = Subscription()

  /// Subscribes to a stream, now.
  @inlinable
  init(_ stream: Signal<Value, Failure>, _ policy: BufferPolicy<Value>, _ drops: DropCount) {
    buffer = ValueBuffer(policy, drops)
    let subscription = subscription
    let reach = Reach(buffer, subscription)
    stream.attach(
      Sink(
        next: { value in if subscription.isActive { reach.waiter.accept(value) } },
        end: { completion in
          guard subscription.isActive else { return }
          reach.waiter.end(completion)
          subscription.dispose()
        }),
      to: subscription, recordedAs: "values")
  }

  deinit { cancel() }

  @usableFromInline
  func cancel() { buffer.close(subscription) }
}
