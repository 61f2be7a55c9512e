public import StreamCore

extension StreamProtocol where Value: StreamProtocol, Value.Failure == Failure {
  /// The values of the latest of the streams that a stream sends: `flatten(.latest)`.
  ///
  ///     a                 -1-2-3-4|
  ///     b                 -7-8|
  ///     source            a---b-----|
  ///     switchToLatest()  -1-2-7-8--|
  ///
  /// A new stream's predecessor is disposed before the new one is subscribed to; ReactiveObjC did it the other way
  /// round, so that for a moment both could be heard. Completes when the source and the latest stream have; fails with
  /// either. Two subscribers have two runs of the source. Keeps no values. Delivers where the latest stream delivers.
  @inlinable
  public func switchToLatest() -> Signal<Value.Value, Failure> { flatMapLatest { $0.signal } }
}
