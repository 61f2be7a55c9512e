public import StreamCore

extension StreamProtocol {
  /// Asks, each time the stream fails, whether to subscribe anew.
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
  /// The function gets the failure and how many there have been, from one; it runs in a task of its own, takes the time
  /// that it likes, and the next run begins there when it has said yes. When it says no the failure passes. Disposing
  /// cancels the task. All else is as in ``StreamProtocol/retry()``.
  public func retry(
    _ mayRetry: @escaping @Sendable (_ failure: Failure, _ count: Int) async -> Bool
  ) -> Signal<Value, Failure> {
    let source = signal
    return Signal(attaching: { sink, subscription in
      // Whether the answer was no: then the next failure is the last.
      let isRefused = Lock(false)
      var count = 0
      Relay.run(sink, subscription) { lastEnd in
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
    })
  }
}
