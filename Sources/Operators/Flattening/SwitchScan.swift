public import StreamCore

extension StreamProtocol {
  /// Transforms each value and the latest result into a stream of results, which replaces the previous stream.
  ///
  ///     source                               1-----2----|
  ///     switchScan(0) { -(sum)--(sum + 1)| } -1--2--4--5|
  ///
  /// The latest result is the last value that was delivered, at first `initial`. Keeps one result. All else is as in
  /// ``flatMapLatest(_:)``.
  public func switchScan<Output: Sendable>(
    _ initial: Output, _ transform: @escaping @Sendable (Output, Value) -> Signal<Output, Failure>
  ) -> Signal<Output, Failure> {
    let source = signal
    return .deferred {
      let latest = Lock(initial)
      return source.flatMapLatest { value in transform(latest.withLock(\.self), value) }
        .on(next: { result in
          // The old result is released without the lock.
          withExtendedLifetime(latest.withLock(\.self)) { latest.withLock { $0 = result } }
        })
    }
  }
}
