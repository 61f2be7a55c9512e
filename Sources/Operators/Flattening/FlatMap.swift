public import StreamCore

extension StreamProtocol {
  /// Transforms each value into a stream, and flattens the streams under a strategy.
  ///
  ///     source               1-----2----|
  ///     each                 n--n--n|
  ///     flatMap(.merge)      1--1--(12)--2--2|
  ///     flatMap(.concat)     1--1--12--2--2|
  ///     flatMap(.latest)     1--1--2--2--2|
  ///     flatMap(.first)      1--1--1----|
  ///
  /// Completes when the source and all accepted inner streams have completed. Fails with the first failure of any, and
  /// disposes the others. Keeps queued inner streams, if the strategy queues them. If only one of source and inner
  /// streams can fail, the result has its failure type. Delivers where the inner streams deliver, serially. A million
  /// inner streams that complete synchronously need only the stack of one.
  ///
  /// Inner streams may send on several threads. While one value is delivered, others are queued, without a bound or
  /// under a policy as for ``merge(_:buffering:)-(StreamProtocol...,_)``. A policy drops or combines values, or
  /// suspends or blocks their sender.
  @inlinable
  public func flatMap<Output: Sendable>(
    _ strategy: FlattenStrategy, buffering policy: BufferPolicy<Output> = .unbounded,
    _ transform: @escaping @Sendable (Value) -> Signal<Output, Failure>
  ) -> Signal<Output, Failure> {
    switch strategy.kind {
    case .merge: policy.isUnbounded ? flatMap(transform) : flatMap(limit: .max, .waits, policy, transform)
    case .limited(let count): flatMap(limit: count, .waits, policy, transform)
    case .latest: flatMapLatest(policy, transform)
    case .first: flatMap(limit: 1, .isDropped, policy, transform)
    }
  }
}
