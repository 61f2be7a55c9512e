public import StreamCore

extension StreamProtocol {
  /// Replaces each value by a whole stream, and runs these one after the other: `flatMap(.concat)`.
  ///
  ///     source                 1-----2----|
  ///     concatMap { n--n--n| } 1--1--12--2--2|
  ///
  /// Keeps the inner streams that wait, without a bound. Completes when the source and every inner stream have; fails
  /// with the first failure of any, and drops those that wait. Delivers where the inner streams deliver.
  @inlinable
  public func concatMap<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Signal<Output, Failure>
  ) -> Signal<Output, Failure> {
    flatMap(limit: 1, .waits, transform)
  }
}
