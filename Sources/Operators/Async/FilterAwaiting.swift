public import StreamCore

extension StreamProtocol {
  /// Passes the values for which an asynchronous function returns `true`.
  ///
  ///     source                              1-2---3--|     each takes as many ticks as its value
  ///     filter(awaiting: .concat, not 2)    -1-------(3|)
  ///
  /// All else is as in ``StreamProtocol/map(awaiting:_:)``.
  @inlinable
  public func filter(
    awaiting strategy: FlattenStrategy,
    _ isWanted: @escaping @Sendable (Value) async throws(Failure) -> Bool
  ) -> Signal<Value, Failure> {
    awaiting(strategy, isWanted) { isWanted, value in isWanted ? value : nil }
  }
}

extension StreamProtocol where Failure == Never {
  /// Passes the values for which an asynchronous function, which may throw, returns `true`.
  ///
  /// All else is as in ``StreamProtocol/map(awaiting:_:)``.
  @_disfavoredOverload
  @inlinable
  public func filter<Thrown: Error>(
    awaiting strategy: FlattenStrategy,
    _ isWanted: @escaping @Sendable (Value) async throws(Thrown) -> Bool
  ) -> Signal<Value, Thrown> {
    promoteFailure(to: Thrown.self).filter(awaiting: strategy, isWanted)
  }
}
