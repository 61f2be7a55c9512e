import StreamPrimitives

/// A lock that can be waited on, for the places where the library blocks: reading a lazy stream whose element is still
/// being computed, or has not been sent yet, the `blocking` forms, and a send that waits for room.
///
/// Like ``Lock`` it is held only to look and decide, never while code of a user runs.
package final class Condition: Sendable {
  private let condition = SystemCondition()

  package init() {}

  package func withLock<Result>(_ body: () -> Result) -> Result {
    condition.lock()
    noteHeldLocks(1)
    defer {
      noteHeldLocks(-1)
      condition.unlock()
    }
    return body()
  }

  /// Releases the lock, and waits until somebody announces a change, or for no reason: what was waited for is to be
  /// asked again. The caller holds the lock.
  package func wait() { condition.wait() }

  /// Lets go of the lock until somebody announces a change, for no reason, or until the time is over, which is told by
  /// `false`. The caller holds the lock.
  package func wait(until deadline: SuspendingClock.Instant) -> Bool {
    let rest: (Int, Int) = SuspendingClock.now.duration(to: deadline).asWait.secondsAndNanoseconds()
    return condition.wait(seconds: rest.0, nanoseconds: rest.1)
  }

  /// Wakes everybody who waits.
  package func announce() { condition.announce() }
}
