#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A lock that can be waited on, for the places where the library blocks: reading a lazy stream whose element is still
/// being computed, or has not been sent yet, and the `blocking` forms.
///
/// Like ``Lock`` it is held only to look and decide, never while code of a user runs.
package final class Condition: Sendable {
  /// Guard for both: the system's own primitives are made to be used from any thread, at an address that stays.
  private nonisolated(unsafe) let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private nonisolated(unsafe) let changed: UnsafeMutablePointer<pthread_cond_t>

  package init() {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
    changed = .allocate(capacity: 1)
    changed.initialize(to: pthread_cond_t())
    #if canImport(Darwin)
      pthread_cond_init(changed, nil)
    #else
      // A change of the wall clock must not change how long a wait takes.
      var attributes = pthread_condattr_t()
      pthread_condattr_init(&attributes)
      pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
      pthread_cond_init(changed, &attributes)
      pthread_condattr_destroy(&attributes)
    #endif
  }

  deinit {
    pthread_cond_destroy(changed)
    changed.deinitialize(count: 1)
    changed.deallocate()
    pthread_mutex_destroy(mutex)
    mutex.deinitialize(count: 1)
    mutex.deallocate()
  }

  package func withLock<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    noteHeldLocks(1)
    defer {
      noteHeldLocks(-1)
      pthread_mutex_unlock(mutex)
    }
    return body()
  }

  /// Lets go of the lock until somebody announces a change, or for no reason; ask again what was waited for. The caller
  /// holds the lock.
  package func wait() { pthread_cond_wait(changed, mutex) }

  /// Lets go of the lock until somebody announces a change, for no reason, or until the time is over, which is told by
  /// `false`. The caller holds the lock.
  package func wait(until deadline: SuspendingClock.Instant) -> Bool {
    let rest = SuspendingClock.now.duration(to: deadline).asWait
    #if canImport(Darwin)
      var end = timespec(rest)
      return pthread_cond_timedwait_relative_np(changed, mutex, &end) != ETIMEDOUT
    #else
      var now = timespec()
      clock_gettime(CLOCK_MONOTONIC, &now)
      // This clock stands still, too, while the system sleeps.
      var end = timespec(rest + .seconds(now.tv_sec) + .nanoseconds(now.tv_nsec))
      return pthread_cond_timedwait(changed, mutex, &end) != ETIMEDOUT
    #endif
  }

  /// Wakes everybody who waits.
  package func announce() { pthread_cond_broadcast(changed) }
}

extension timespec {
  fileprivate init(_ duration: Duration) {
    self.init()
    (tv_sec, tv_nsec) = duration.secondsAndNanoseconds()
  }
}
