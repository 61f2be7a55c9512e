public import StreamCore

extension StreamProtocol {
  /// Passes on the values of which an asynchronous function says that they are wanted.
  ///
  ///     source                              1-2---3--|     each takes as many ticks as it says
  ///     filter(awaiting: .concat, not 2)    -1-------(3|)
  ///
  /// All else is as in ``StreamProtocol/map(awaiting:_:)``.
  @inlinable
  public func filter(
    awaiting strategy: AwaitingStrategy,
    _ isWanted: @escaping @Sendable (Value) async throws(Failure) -> Bool
  ) -> Signal<Value, Failure> {
    awaiting(strategy, isWanted) { isWanted, value in isWanted ? value : nil }
  }
}

extension StreamProtocol where Failure == Never {
  /// Passes on the values of which an asynchronous function, which may throw, says that they are wanted.
  ///
  /// All else is as in ``StreamProtocol/map(awaiting:_:)``.
  @_disfavoredOverload
  @inlinable
  public func filter<Thrown: Error>(
    awaiting strategy: AwaitingStrategy,
    _ isWanted: @escaping @Sendable (Value) async throws(Thrown) -> Bool
  ) -> Signal<Value, Thrown> {
    promoteFailure(to: Thrown.self).filter(awaiting: strategy, isWanted)
  }
}
