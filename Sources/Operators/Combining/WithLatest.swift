public import StreamCore

extension StreamProtocol {
  /// Pairs each value with the latest one of another stream.
  ///
  ///     source                    --1---2----3-|
  ///     other                     a---b---------c--
  ///     withLatest(from: other)   --x---y----z-|     x = (1, a), y = (2, b), z = (3, b)
  ///
  /// Values that come before the other stream has sent are dropped. The other is subscribed to first, so one that has a
  /// value at once counts. Completes with the source; when the other completes, its last value stays in use. Fails with
  /// the first failure of either; where one of the two cannot fail, the result fails as the other does. A closure as
  /// the last argument replaces the pair by what it makes of it. Keeps one value. Delivers where the source delivers.
  @inlinable
  public func withLatest<Other>(from other: some StreamProtocol<Other, Never>) -> Signal<(Value, Other), Failure> {
    withLatest(from: other.promoteFailure(to: Failure.self))
  }

  /// Pairs each value with the latest one of a stream that can fail as this one can.
  @_disfavoredOverload
  @inlinable
  public func withLatest<Other>(from other: some StreamProtocol<Other, Failure>) -> Signal<(Value, Other), Failure> {
    steered(by: other.signal, Other?.none) { latest, input in
      switch input {
      case .value(let value): if let latest { return .emit((value, latest)) }
      case .trigger(let other): latest = other
      case .ended: return .finish
      case .triggerEnded: break
      }
      return .skip
    }
  }

  /// The results of a function of each value and the latest one of another stream. See ``withLatest(from:)``.
  @inlinable
  public func withLatest<Other, Output: Sendable>(
    from other: some StreamProtocol<Other, Never>, _ transform: @escaping @Sendable (Value, Other) -> Output
  ) -> Signal<Output, Failure> {
    withLatest(from: other).map { transform($0, $1) }
  }

  /// The results of a function of each value and the latest one of a stream that can fail as this one can.
  @_disfavoredOverload
  @inlinable
  public func withLatest<Other, Output: Sendable>(
    from other: some StreamProtocol<Other, Failure>, _ transform: @escaping @Sendable (Value, Other) -> Output
  ) -> Signal<Output, Failure> {
    withLatest(from: other).map { transform($0, $1) }
  }
}
