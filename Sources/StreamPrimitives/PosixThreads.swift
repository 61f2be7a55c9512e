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
