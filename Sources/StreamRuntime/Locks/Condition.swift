import StreamPrimitives

/// A lock with a condition variable, for the functions that block a thread.
///
/// These are reads of a lazy stream whose element another thread computes or has not sent, and the `blocking` forms.
/// Like ``Lock``, it is never held while user code runs.
package final class Condition: Sendable {
  private let condition = SystemCondition()

  package init() {}

  package func withLock<Result>(_ body: () -> Result) -> Result {
    condition.lock()
    countHeldLocks(1)
    defer {
      countHeldLocks(-1)
      condition.unlock()
    }
    return body()
  }

  /// Releases the lock and waits for a broadcast, up to a deadline if there is one. It may also return without either,
  /// so the caller checks its condition again. The caller holds the lock.
  ///
  /// - Returns: `false` at the deadline.
  @discardableResult
  package func wait(until deadline: SuspendingClock.Instant? = nil) -> Bool {
    guard let deadline else {
      condition.wait()
      return true
    }
    let rest: (Int, Int) = SuspendingClock.now.duration(to: deadline).asWait.secondsAndNanoseconds()
    return condition.wait(seconds: rest.0, nanoseconds: rest.1)
  }

  /// Wakes all waiting threads.
  package func broadcast() { condition.broadcast() }
}
