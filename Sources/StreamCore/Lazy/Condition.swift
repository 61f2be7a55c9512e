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
    pthread_cond_init(changed, nil)
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
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }

  /// Lets go of the lock until somebody announces a change, or for no reason; ask again what was waited for. The caller holds the
  /// lock.
  package func wait() { pthread_cond_wait(changed, mutex) }

  /// Lets go of the lock until somebody announces a change, for no reason, or until the time is over, which is told by `false`. The caller
  /// holds the lock.
  package func wait(until deadline: ContinuousClock.Instant) -> Bool {
    let rest = max(ContinuousClock.now.duration(to: deadline), .zero)
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let nanoseconds = Int64(now.tv_nsec) + rest.components.attoseconds / 1_000_000_000
    let seconds = Int64(now.tv_sec).addingReportingOverflow(rest.components.seconds + nanoseconds / 1_000_000_000)
    var end = timespec(
      tv_sec: numericCast(seconds.overflow ? .max : seconds.partialValue),
      tv_nsec: numericCast(nanoseconds % 1_000_000_000))
    return pthread_cond_timedwait(changed, mutex, &end) != ETIMEDOUT
  }

  /// Wakes everybody who waits.
  package func announce() { pthread_cond_broadcast(changed) }
}

/// A number that tells this thread from every other that is running. It is an address, so its low bits are zero.
var currentThread: UInt {
  #if canImport(Glibc)
    UInt(pthread_self())
  #else
    UInt(bitPattern: pthread_self())
  #endif
}
