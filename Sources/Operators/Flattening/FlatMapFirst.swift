public import StreamCore

extension StreamProtocol {
  /// Replaces a value by a whole stream, and drops the values that come while that is running: `flatMap(.first)`.
  ///
  ///     source                    1-----2----|
  ///     flatMapFirst { n--n--n| } 1--1--1----|
  ///
  /// `transform` is not called for a value that is dropped. Completes when the source and the running stream have;
  /// fails with the first failure of either. Keeps no values. Delivers where the inner stream delivers.
  @inlinable
  public func flatMapFirst<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Signal<Output, Failure>
  ) -> Signal<Output, Failure> {
    flatMap(limit: 1, .isDropped, transform)
  }
}
