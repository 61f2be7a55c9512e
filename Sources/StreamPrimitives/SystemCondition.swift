#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

#if !os(Windows) && !os(WASI) && !RILL_SINGLE_THREAD
  /// The system's mutex with a condition variable.
  package struct SystemCondition: ~Copyable, Sendable {
    /// Guarded by: the system (both primitives are thread-safe at an address that does not change).
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
        // Otherwise a change of the wall clock would change the length of a wait.
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

    package func lock() { pthread_mutex_lock(mutex) }
    package func unlock() { pthread_mutex_unlock(mutex) }

    /// Releases the lock and waits for a broadcast. It may also return without one. The caller holds the lock.
    package func wait() { pthread_cond_wait(changed, mutex) }

    /// Releases the lock and waits for a broadcast, up to a timeout. It may also return without either. The caller
    /// holds the lock.
    ///
    /// - Returns: `false` at the timeout.
    package func wait(seconds: Int, nanoseconds: Int) -> Bool {
      var end = timespec()
      #if !canImport(Darwin)
        // Like the library's clocks, this one stops while the system sleeps.
        clock_gettime(CLOCK_MONOTONIC, &end)
      #endif
      let (carry, rest) = (end.tv_nsec + nanoseconds).quotientAndRemainder(dividingBy: 1_000_000_000)
      end.tv_sec += time_t(seconds + carry)
      end.tv_nsec = rest
      #if canImport(Darwin)
        return pthread_cond_timedwait_relative_np(changed, mutex, &end) != ETIMEDOUT
      #else
        return pthread_cond_timedwait(changed, mutex, &end) != ETIMEDOUT
      #endif
    }

    /// Wakes all waiting threads.
    package func broadcast() { pthread_cond_broadcast(changed) }
  }
#endif
