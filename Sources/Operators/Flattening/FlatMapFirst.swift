public import StreamCore

extension StreamProtocol {
  /// Transforms a value into a stream, and drops values while that stream runs: `flatMap(.first)`.
  ///
  ///     source                    1-----2----|
  ///     flatMapFirst { n--n--n| } 1--1--1----|
  ///
  /// `transform` is not called for a dropped value. Completes when the source and the running stream have completed;
  /// fails with the first failure of either. Keeps no values. Delivers where the inner stream delivers.
  @inlinable
  public func flatMapFirst<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Signal<Output, Failure>
  ) -> Signal<Output, Failure> {
    flatMap(limit: 1, .isDropped, transform)
  }
}
