public import StreamCore

extension StreamProtocol {
  /// Pairs each value with the latest value of another stream.
  ///
  ///     source                    --1---2----3-|
  ///     other                     a---b---------c--
  ///     withLatest(from: other)   --x---y----z-|     x = (1, a), y = (2, b), z = (3, b)
  ///
  /// Values that arrive before the other stream has sent are dropped. The other stream is subscribed to first, so a
  /// value that it sends synchronously is used. Completes with the source; when the other stream completes, its last
  /// value stays in use. Fails with the first failure of either; if one of the two cannot fail, the result has the
  /// failure type of the other. A closure as the last argument combines the two values. Keeps one value. Delivers where
  /// the source delivers.
  @inlinable
  public func withLatest<Other>(from other: some StreamProtocol<Other, Never>) -> Signal<(Value, Other), Failure> {
    withLatest(from: other.promoteFailure(to: Failure.self))
  }

  /// Pairs each value with the latest value of a stream with the same failure type.
  @_disfavoredOverload
  @inlinable
  public func withLatest<Other>(from other: some StreamProtocol<Other, Failure>) -> Signal<(Value, Other), Failure> {
    steered(by: other.signal, Other?.none) { latest, input in
      switch input {
      case .a(let value): if let latest { return .emit((value, latest)) }
      case .b(let other): latest = other
      case .aEnded: return .finish
      case .bEnded: break
      }
      return .skip
    }
  }

  /// Combines each value with the latest value of another stream by a function. See ``withLatest(from:)``.
  @inlinable
  public func withLatest<Other, Output: Sendable>(
    from other: some StreamProtocol<Other, Never>, _ transform: @escaping @Sendable (Value, Other) -> Output
  ) -> Signal<Output, Failure> {
    withLatest(from: other).map { transform($0, $1) }
  }

  /// Combines each value with the latest value of a stream with the same failure type by a function.
  @_disfavoredOverload
  @inlinable
  public func withLatest<Other, Output: Sendable>(
    from other: some StreamProtocol<Other, Failure>, _ transform: @escaping @Sendable (Value, Other) -> Output
  ) -> Signal<Output, Failure> {
    withLatest(from: other).map { transform($0, $1) }
  }
}
