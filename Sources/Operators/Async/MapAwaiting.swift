public import StreamCore

extension StreamProtocol {
  /// Transforms each value by an asynchronous function.
  ///
  ///     source                                     31-----2|             each takes as many ticks as its value
  ///     map(awaiting: .ordered(maxConcurrent: 2))  ---(31)-----(2|)
  ///
  /// The function runs in a task, outside any actor unless it names one. The strategy sets the number of concurrent
  /// tasks. Further values are queued without a bound, and suspend senders that can wait: an asynchronous sequence as
  /// the source is read at most one value ahead. Disposing cancels the tasks. Completes when the source has completed
  /// and all results were sent. The first failure, of the source or of the function, cancels the other tasks. Delivers
  /// on the tasks.
  @inlinable
  public func map<Output: Sendable>(
    awaiting strategy: FlattenStrategy,
    _ transform: @escaping @Sendable (Value) async throws(Failure) -> Output
  ) -> Signal<Output, Failure> {
    awaiting(strategy, transform) { result, _ in result }
  }
}

extension StreamProtocol where Failure == Never {
  /// Transforms each value of a stream that cannot fail by an asynchronous function that may throw.
  ///
  /// All else is as in ``StreamProtocol/map(awaiting:_:)``.
  @_disfavoredOverload
  @inlinable
  public func map<Output: Sendable, Thrown: Error>(
    awaiting strategy: FlattenStrategy,
    _ transform: @escaping @Sendable (Value) async throws(Thrown) -> Output
  ) -> Signal<Output, Thrown> {
    promoteFailure(to: Thrown.self).map(awaiting: strategy, transform)
  }
}
