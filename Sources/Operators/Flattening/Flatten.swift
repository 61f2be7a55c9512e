public import StreamCore

extension StreamProtocol where Value: StreamProtocol, Value.Failure == Failure {
  /// The values of the streams that a stream sends; the strategy says what becomes of one that arrives while another is
  /// still running.
  ///
  ///     a                    -1---2-3|
  ///     b                    -7-8|
  ///     source               -a--b-----|
  ///     flatten()            --1--7283-|
  ///
  /// Without a strategy all are merged. Completion, failure, what is kept and where it delivers are as in
  /// ``flatMap(_:_:)``.
  @inlinable
  public func flatten(_ strategy: FlattenStrategy = .merge) -> Signal<Value.Value, Failure> {
    flatMap(strategy) { $0.signal }
  }
}
