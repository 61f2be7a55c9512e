public import StreamCore

extension StreamProtocol {
  /// Transforms each value into a stream, and flattens the streams under a strategy.
  ///
  ///     source               1-----2----|
  ///     each                 n--n--n|
  ///     flatMap(.merge)      1--1--(12)--2--2|
  ///     flatMap(.concat)     1--1--12--2--2|
  ///     flatMap(.ordered(2)) 1--1--12-2--2|
  ///     flatMap(.latest)     1--1--2--2--2|
  ///     flatMap(.first)      1--1--1----|
  ///
  /// Completes when the source and all accepted inner streams have completed. Fails with the first failure of any, and
  /// disposes the others. Keeps queued inner streams, if the strategy queues them. If only one of source and inner
  /// streams can fail, the result has its failure type. Delivers where the inner streams deliver, serially. Values that
  /// inner streams send on other threads meanwhile are queued without a bound. A million inner streams that complete
  /// synchronously need only the stack of one.
  @inlinable
  public func flatMap<Output: Sendable>(
    _ strategy: FlattenStrategy, _ transform: @escaping @Sendable (Value) -> Signal<Output, Failure>
  ) -> Signal<Output, Failure> {
    switch strategy.kind {
    case .merge: flatMap(transform)
    case .limited(let count): flatMap(limit: count, .waits, transform)
    case .ordered(let count): flatMapOrdered(count, transform)
    case .latest: flatMapLatest(transform)
    case .first: flatMap(limit: 1, .isDropped, transform)
    }
  }
}
