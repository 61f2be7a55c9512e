#if canImport(Darwin)
  public import Darwin
#elseif canImport(Glibc)
  public import Glibc
#elseif canImport(Musl)
  public import Musl
#elseif canImport(Android)
  public import Android
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

  /// A number that no other running thread has.
  ///
  /// It is an address, so its low bits are zero. A new thread may get the number of a thread that has ended.
  @inlinable
  package var currentThread: UInt {
    #if canImport(Glibc)
      UInt(pthread_self())
    #else
      UInt(bitPattern: pthread_self())
    #endif
  }

  /// Yields to other threads, because this thread waits for one of them.
  package func yieldThread() { sched_yield() }

  /// Blocks this thread for a time.
  package func blockThread(seconds: Int, nanoseconds: Int) {
    var rest = timespec()
    (rest.tv_sec, rest.tv_nsec) = (time_t(seconds), nanoseconds)
    var unslept = timespec()
    while nanosleep(&rest, &unslept) != 0 && errno == EINTR { rest = unslept }
  }

  /// A thread-local pointer.
  @usableFromInline
  package struct ThreadLocal: Sendable {
    @usableFromInline let key: pthread_key_t

    /// A pointer that is `nil` on every thread. If it is `retained`, it refers to an object, which is released when its
    /// thread ends.
    package init(retained: Bool = false) {
      var key = pthread_key_t()
      let failure =
        if retained {
          pthread_key_create(&key) { object in
            if let object = object as UnsafeMutableRawPointer? { Unmanaged<AnyObject>.fromOpaque(object).release() }
          }
        } else {
          pthread_key_create(&key, nil)
        }
      if failure != 0 { fatalError("The process has used up its thread-specific keys (error \(failure)).") }
      self.key = key
    }

    /// The pointer with this number.
    @inlinable package init(number: UInt) { key = pthread_key_t(number) }

    @inlinable package var number: UInt { UInt(key) }

    /// The pointer of this thread.
    @inlinable package var pointer: UnsafeMutableRawPointer? {
      get { pthread_getspecific(key) }
      nonmutating set { pthread_setspecific(key, newValue) }
    }
  }
#endif
