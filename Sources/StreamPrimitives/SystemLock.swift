import Builtin

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
  #if canImport(Darwin)
    @usableFromInline typealias SystemPrimitive = os_unfair_lock
  #else
    @usableFromInline typealias SystemPrimitive = pthread_mutex_t
  #endif

  /// The system's own lock, in the memory of its owner: the address stays from when it is first taken.
  ///
  /// It is made to be used from any thread, and still not `Sendable`: memory of a layout cannot be checked to be. So an
  /// owner says that it is.
  @_rawLayout(like: SystemPrimitive)
  @usableFromInline
  package struct SystemLock: ~Copyable {
    @inlinable
    @inline(__always)
    var primitive: UnsafeMutablePointer<SystemPrimitive> { UnsafeMutablePointer(Builtin.addressOfRawLayout(self)) }

    package init() {
      // What has no bit set is a lock on all these systems.
      primitive.initialize(to: SystemPrimitive())
      #if DEBUG && !canImport(Darwin)
        trapMisuse(primitive)
      #endif
    }

    deinit {
      #if !canImport(Darwin)
        pthread_mutex_destroy(primitive)
      #endif
    }

    /// Whether this is the one of two to be taken first.
    @inlinable
    package func precedes(_ other: borrowing SystemLock) -> Bool { primitive < other.primitive }

    @inlinable
    package func lock() {
      #if canImport(Darwin)
        os_unfair_lock_lock(primitive)
      #else
        check(pthread_mutex_lock(primitive))
      #endif
    }

    @inlinable
    package func unlock() {
      #if canImport(Darwin)
        os_unfair_lock_unlock(primitive)
      #else
        check(pthread_mutex_unlock(primitive))
      #endif
    }
  }

  #if !canImport(Darwin)
    #if DEBUG
      /// A lock that its thread has already, or has not, is a trap at once, as it is on Darwin, and no thread that
      /// waits for ever.
      private func trapMisuse(_ primitive: UnsafeMutablePointer<pthread_mutex_t>) {
        var attributes = pthread_mutexattr_t()
        pthread_mutexattr_init(&attributes)
        pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_ERRORCHECK))
        pthread_mutex_init(primitive, &attributes)
        pthread_mutexattr_destroy(&attributes)
      }
    #endif

    @inlinable
    @inline(__always)
    func check(_ failure: Int32) {
      #if DEBUG
        precondition(failure == 0, "A lock is taken twice, or opened by who has not taken it (error \(failure)).")
      #endif
    }
  #endif
#endif
