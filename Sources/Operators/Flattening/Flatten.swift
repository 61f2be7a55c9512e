public import StreamCore

extension StreamProtocol where Value: StreamProtocol, Value.Failure == Failure {
  /// Flattens a stream of streams under a strategy.
  ///
  ///     a                    -1---2-3|
  ///     b                    -7-8|
  ///     source               -a--b-----|
  ///     flatten()            --1--7283-|
  ///
  /// Without a strategy all streams are merged. All else is as in ``flatMap(_:_:)``.
  @inlinable
  public func flatten(_ strategy: FlattenStrategy = .merge) -> Signal<Value.Value, Failure> {
    flatMap(strategy) { $0.signal }
  }
}
