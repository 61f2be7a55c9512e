public import StreamCore

extension StreamProtocol {
  /// Transforms each value and the latest result into a stream of results, which replaces the previous stream.
  ///
  ///     source                               1-----2----|
  ///     switchScan(0) { -(sum)--(sum + 1)| } -1--2--4--5|
  ///
  /// The latest result is the last value that the current or an earlier stream has sent, at first `initial`. All else
  /// is as in ``flatMapLatest(_:)``. Keeps one result.
  public func switchScan<Output: Sendable>(
    _ initial: Output, _ transform: @escaping @Sendable (Output, Value) -> Signal<Output, Failure>
  ) -> Signal<Output, Failure> {
    let source = signal
    return .deferred {
      let latest = Lock((stream: 0, result: initial))
      return source.enumerated().flatMapLatest { number, value in
        let result = latest.withLock { state in
          state.stream = number
          return state.result
        }
        return transform(result, value).map { result in
          // A stream that was replaced meanwhile changes nothing. The old result is released without the lock.
          let old = latest.withLock { state in
            let old = state.result
            if state.stream == number { state.result = result }
            return old
          }
          withExtendedLifetime(old) {}
          return result
        }
      }
    }
  }
}
