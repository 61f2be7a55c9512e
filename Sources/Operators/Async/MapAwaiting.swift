public import StreamCore

extension StreamProtocol {
  /// The results of an asynchronous function of each value.
  ///
  ///     source                                     31-----2|             each takes as many ticks as it says
  ///     map(awaiting: .ordered(maxConcurrent: 2))  ---(31)-----(2|)
  ///
  /// The function runs in a task, outside any actor unless it names one. The strategy says how many there are at a
  /// time; values that wait do so without a bound, and hold up senders that can wait: an asynchronous sequence that is
  /// the source is asked for no more than is being worked on and one. Disposing cancels the tasks. Completes when the
  /// source has and all results were sent; the first failure, of the source or of the function, cancels the others.
  /// Delivers on the tasks.
  @inlinable
  public func map<Output: Sendable>(
    awaiting strategy: AwaitingStrategy,
    _ transform: @escaping @Sendable (Value) async throws(Failure) -> Output
  ) -> Signal<Output, Failure> {
    awaiting(strategy, transform) { result, _ in result }
  }
}

extension StreamProtocol where Failure == Never {
  /// The results of an asynchronous function, which may throw, of each value of a stream that cannot fail itself.
  ///
  /// All else is as in ``StreamProtocol/map(awaiting:_:)``.
  @_disfavoredOverload
  @inlinable
  public func map<Output: Sendable, Thrown: Error>(
    awaiting strategy: AwaitingStrategy,
    _ transform: @escaping @Sendable (Value) async throws(Thrown) -> Output
  ) -> Signal<Output, Thrown> {
    promoteFailure(to: Thrown.self).map(awaiting: strategy, transform)
  }
}
