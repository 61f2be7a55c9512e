extension StreamProtocol {
  /// The values as an asynchronous sequence, which fails with the stream's own failure.
  ///
  /// ```swift
  /// for await email in model.$email.values(buffering: .newest(1)) { print(email) }
  /// ```
  ///
  /// Every iteration is a separate subscriber. It subscribes when the iterator is made, on the caller. It disposes the
  /// subscription once: when the task is cancelled, when the iterator is released (for example by `break`), or when the
  /// stream ends. Values that the loop has not requested are buffered under the policy. The loop runs on the actor of
  /// its code, and does not hop for a buffered value.
  ///
  /// Cancelling the task ends the iteration: the buffered values are dropped, and the next value is `nil`. The
  /// iteration also ends if the stream is unreachable, which means that it can neither send nor end.
  @inlinable
  public func values(buffering policy: BufferPolicy<Value>) -> Values<Value, Failure> { Values(signal, policy) }

  /// The values as an asynchronous sequence, buffered without a bound. See ``values(buffering:)``.
  @inlinable
  public var values: Values<Value, Failure> { Values(signal, .unbounded) }
}

/// The values of a stream as an asynchronous sequence; made by ``StreamProtocol/values(buffering:)``.
///
/// Any number of tasks may iterate it, each with its own subscription and buffer.
public struct Values<Element: Sendable, Failure: Error>: AsyncSequence, Sendable {
  @usableFromInline let stream: Signal<Element, Failure>
  @usableFromInline let policy: BufferPolicy<Element>
  @usableFromInline let drops = DropCount()

  @inlinable
  init(_ stream: Signal<Element, Failure>, _ policy: BufferPolicy<Element>) {
    self.stream = stream
    self.policy = policy
  }

  /// The number of values dropped by full buffers, summed over all iterations so far.
  ///
  /// Values that were combined with another one do not count, nor those still buffered when an iteration ended early.
  public var droppedCount: Int { drops.count }

  /// Subscribes to the stream.
  @inlinable
  public func makeAsyncIterator() -> Iterator { Iterator(Consumer(stream, policy, drops)) }

  /// One subscription, which is disposed when the iterator is released.
  public struct Iterator: AsyncIteratorProtocol {
    @usableFromInline let consumer: Consumer<Element, Failure>

    @inlinable
    init(_ consumer: Consumer<Element, Failure>) { self.consumer = consumer }

    /// The number of values that the full buffer of this iteration dropped.
    public var droppedCount: Int { consumer.buffer.state.withLock { $0.droppedCount } }

    /// Awaits the next value; `nil` at the end and when the task is cancelled.
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
