public import StreamCore

extension StreamProtocol {
  /// Replaces each value by a whole stream; the strategy says what becomes of one that arrives while another is still
  /// running.
  ///
  ///     source               1-----2----|
  ///     each                 n--n--n|
  ///     flatMap(.merge)      1--1--(12)--2--2|
  ///     flatMap(.concat)     1--1--12--2--2|
  ///     flatMap(.latest)     1--1--2--2--2|
  ///     flatMap(.first)      1--1--1----|
  ///
  /// Completes when the source and every inner stream that was taken have; fails with the first failure of any, and
  /// disposes the others. Keeps the inner streams that wait for their turn, where the strategy lets them wait. Where
  /// one side cannot fail and the other can, the result fails as that does. Delivers where the inner streams deliver,
  /// one event after another. A million inner streams that end at once take no more stack than one. Inner streams may
  /// send from several threads: what they send while a value is delivered is queued without a bound.
  @inlinable
  public func flatMap<Output: Sendable>(
    _ strategy: FlattenStrategy, _ transform: @escaping @Sendable (Value) -> Signal<Output, Failure>
  ) -> Signal<Output, Failure> {
    switch strategy.kind {
    case .merge: flatMap(transform)
    case .limited(let count): flatMap(limit: count, .waits, transform)
    case .latest: flatMapLatest(transform)
    case .first: flatMap(limit: 1, .isDropped, transform)
    }
  }
}
