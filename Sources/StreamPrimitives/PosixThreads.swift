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
  /// A number that tells this thread from every other that is running. It is an address, so its low bits are zero. A
  /// thread that is over may have lent its number to another, which does not matter to a step that is going on.
  @inlinable
  package var currentThread: UInt {
    #if canImport(Glibc)
      UInt(pthread_self())
    #else
      UInt(bitPattern: pthread_self())
    #endif
  }

  /// Lets others run, since this thread can do nothing until they have.
  package func yieldThread() { sched_yield() }

  /// Lets others run for a moment.
  package func nap() { usleep(50) }

  /// Keeps this thread from going on for a time.
  package func blockThread(seconds: Int, nanoseconds: Int) {
    var rest = timespec()
    (rest.tv_sec, rest.tv_nsec) = (time_t(seconds), nanoseconds)
    var unslept = timespec()
    while nanosleep(&rest, &unslept) != 0 && errno == EINTR { rest = unslept }
  }

  /// A pointer of each thread's own.
  @usableFromInline
  package struct ThreadLocal: Sendable {
    @usableFromInline let key: pthread_key_t

    /// A place that is empty on every thread. What is left there when a thread ends is released, if it is `retained`:
    /// then it is an object.
    package init(retained: Bool = false) {
      var key = pthread_key_t()
      let failure =
        if retained {
          pthread_key_create(&key) { place in
            if let place = place as UnsafeMutableRawPointer? { Unmanaged<AnyObject>.fromOpaque(place).release() }
          }
        } else {
          pthread_key_create(&key, nil)
        }
      precondition(failure == 0, "No thread-specific key is left (error \(failure)).")
      self.key = key
    }

    /// The same place, by its number.
    @inlinable package init(number: UInt) { key = pthread_key_t(number) }

    @inlinable package var number: UInt { UInt(key) }

    /// What this thread has there.
    @inlinable package var pointer: UnsafeMutableRawPointer? {
      get { pthread_getspecific(key) }
      nonmutating set { pthread_setspecific(key, newValue) }
    }
  }
#endif
