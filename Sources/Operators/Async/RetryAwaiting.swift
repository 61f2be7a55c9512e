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
      let refusal = Refusal()
      var count = 0
      let relay = Relay(sink, subscription) { lastEnd in
        guard case .failed(let failure) = lastEnd, !refusal.isGiven else {
          return lastEnd.map { .end($0) } ?? .attach(source)
        }
        count += 1
        let answer = Signal<Bool, Failure> { [count] () async in await mayRetry(failure, count) }
        return .attach(
          answer.flatMap { isYes in
            if !isYes { refusal.give() }
            return isYes ? source : .fail(failure)
          })
      }
      relay.advance()
    })
  }
}

/// Whether the answer was no: then the next failure is the last.
private final class Refusal: Sendable {
  private let given = Lock(false)

  var isGiven: Bool { given.withLock { $0 } }
  func give() { given.withLock { $0 = true } }
}
