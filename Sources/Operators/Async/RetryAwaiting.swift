public import StreamCore

extension StreamProtocol {
  /// Subscribes again when the stream fails, if an asynchronous function returns `true`.
  ///
  ///     source                               1-#
  ///     retry { count ticks; yes, yes, no }  1--1---1----#
  ///
  /// ```swift
  /// request.retry { failure, count in
  ///   guard failure == .expired, count <= 3 else { return false }
  ///   await session.renew()
  ///   return true
  /// }
  /// ```
  ///
  /// The function receives the failure and the number of failures, from one. It runs in its own task, and may take any
  /// time. If it returns `true`, the next run begins on that task; otherwise the failure passes. Disposing cancels the
  /// task. All else is as in ``StreamProtocol/retry()``.
  public func retry(
    _ mayRetry: @escaping @Sendable (_ failure: Failure, _ count: Int) async -> Bool
  ) -> Signal<Value, Failure> {
    stage { source, sink, subscription in
      // Whether the function has returned `false`: then the next failure is the last.
      let isRefused = Lock(false)
      var count = 0
      Succession.run(sink, subscription) { lastEnd in
        guard case .failed(let failure) = lastEnd, !isRefused.withLock({ $0 }) else {
          return lastEnd.map { .end($0) } ?? .attach(source)
        }
        count += 1
        let answer = Signal<Bool, Failure> { [count] () async in await mayRetry(failure, count) }
        return .attach(
          answer.flatMap { isYes in
            if !isYes { isRefused.withLock { $0 = true } }
            return isYes ? source : .fail(failure)
          })
      }
    }
  }
}
