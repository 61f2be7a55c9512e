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

  /// Releases the lock and waits for a broadcast. It may also return without one, so the caller checks its condition
  /// again. The caller holds the lock.
  package func wait() { condition.wait() }

  /// Releases the lock and waits for a broadcast, up to a deadline. It may also return without either. The caller holds
  /// the lock.
  ///
  /// - Returns: `false` at the deadline.
  package func wait(until deadline: SuspendingClock.Instant) -> Bool {
    let rest: (Int, Int) = SuspendingClock.now.duration(to: deadline).asWait.secondsAndNanoseconds()
    return condition.wait(seconds: rest.0, nanoseconds: rest.1)
  }

  /// Wakes all waiting threads.
  package func broadcast() { condition.broadcast() }
}
