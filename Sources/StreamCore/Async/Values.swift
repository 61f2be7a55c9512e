extension StreamProtocol {
  /// The values as an asynchronous sequence, which fails with the stream's own failure.
  ///
  /// ```swift
  /// for await email in model.$email.values(buffering: .newest(1)) { print(email) }
  /// ```
  ///
  /// Every iteration is a subscriber of its own: it subscribes when the iterator is made, on the caller, and disposes
  /// when the task is cancelled, when the iterator is released (by `break`, say) or when the stream ends, once. Values
  /// that nobody has asked for yet wait under the policy. The loop runs where it is written, and does not hop for a
  /// value that is there already.
  ///
  /// Cancelling the task ends the iteration: what waits is dropped, and the next value is `nil`. It also ends when the
  /// stream is out of reach, so that it can neither send nor end any more.
  @inlinable
  public func values(buffering policy: BufferPolicy<Value>) -> Values<Value, Failure> { Values(signal, policy) }

  /// The values as an asynchronous sequence; those that nobody has asked for yet wait without a bound. See
  /// ``values(buffering:)``.
  @inlinable
  public var values: Values<Value, Failure> { Values(signal, .unbounded) }
}

/// The values of a stream as an asynchronous sequence; made by ``StreamProtocol/values(buffering:)``.
///
/// Any number of tasks may iterate it, each with a subscription and a buffer of its own.
public struct Values<Element: Sendable, Failure: Error>: AsyncSequence, Sendable {
  @usableFromInline let stream: Signal<Element, Failure>
  @usableFromInline let policy: BufferPolicy<Element>
  @usableFromInline let drops = DropCount()

  @inlinable
  init(_ stream: Signal<Element, Failure>, _ policy: BufferPolicy<Element>) {
    self.stream = stream
    self.policy = policy
  }

  /// How many values were dropped for want of room, counted over all iterations so far. What was combined with another,
  /// and what was still waiting when an iteration was given up, does not count.
  public var droppedCount: Int { drops.count }

  /// Subscribes, now.
  @inlinable
  public func makeAsyncIterator() -> Iterator { Iterator(Consumer(stream, policy, drops)) }

  /// One subscription. When it is released, that is disposed.
  public struct Iterator: AsyncIteratorProtocol {
    @usableFromInline let consumer: Consumer<Element, Failure>

    @inlinable
    init(_ consumer: Consumer<Element, Failure>) { self.consumer = consumer }

    /// How many values this iteration had no room for.
    public var droppedCount: Int { consumer.buffer.state.withLock { $0.droppedCount } }

    /// The next value; `nil` at the end and when the task is cancelled.
    @inlinable
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(Failure) -> Element? {
      let consumer = consumer
      if Task.isCancelled {
        consumer.cancel()
        consumer.buffer.taken = Queue()
        return nil
      }
      if let answer = consumer.buffer.take() { return try answer.get() }
      let answer = await withTaskCancellationHandler {
        await withUnsafeContinuation(isolation: actor) { consumer.buffer.wait($0) }
      } onCancel: {
        consumer.cancel()
      }
      return try answer.get()
    }
  }
}

@available(*, unavailable)
extension Values.Iterator: Sendable {}
