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
  /// The system's own lock that can be waited on.
  package struct SystemCondition: ~Copyable, Sendable {
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

    package func lock() { pthread_mutex_lock(mutex) }
    package func unlock() { pthread_mutex_unlock(mutex) }

    /// Lets go of the lock until somebody announces a change, or for no reason. The caller holds the lock.
    package func wait() { pthread_cond_wait(changed, mutex) }

    /// Lets go of the lock until somebody announces a change, for no reason, or until the time is over, which is told
    /// by `false`. The caller holds the lock.
    package func wait(seconds: Int, nanoseconds: Int) -> Bool {
      var end = timespec()
      #if !canImport(Darwin)
        // This clock stands still, as the library's do, while the system sleeps.
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

    /// Wakes everybody who waits.
    package func announce() { pthread_cond_broadcast(changed) }
  }
#endif
