public import StreamCore

extension StreamProtocol {
  /// Transforms each value into a stream, and runs the streams in order: `flatMap(.concat)`.
  ///
  ///     source                 1-----2----|
  ///     concatMap { n--n--n| } 1--1--12--2--2|
  ///
  /// Keeps the queued inner streams, without a bound. Completes when the source and all inner streams have completed.
  /// Fails with the first failure of any, and drops the queued streams. Delivers where the inner streams deliver.
  @inlinable
  public func concatMap<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Signal<Output, Failure>
  ) -> Signal<Output, Failure> {
    flatMap(limit: 1, .waits, transform)
  }
}
