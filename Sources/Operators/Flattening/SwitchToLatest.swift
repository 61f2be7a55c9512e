public import StreamCore

extension StreamProtocol where Value: StreamProtocol, Value.Failure == Failure {
  /// Passes the values of the latest of a stream's streams: `flatten(.latest)`.
  ///
  ///     a                 -1-2-3-4|
  ///     b                 -7-8|
  ///     source            a---b-----|
  ///     switchToLatest()  -1-2-7-8--|
  ///
  /// The previous stream is disposed before the new one is subscribed to. (ReactiveObjC does it in the other order, so
  /// both may send for a moment.) Completes when the source and the latest stream have completed; fails with either.
  /// Each subscriber subscribes to the source. Keeps no values. Delivers where the latest stream delivers.
  @inlinable
  public func switchToLatest() -> Signal<Value.Value, Failure> { flatMapLatest { $0.signal } }
}
