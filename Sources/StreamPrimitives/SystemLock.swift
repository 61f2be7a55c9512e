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
  /// The system's own lock, at an address that stays.
  @usableFromInline
  package struct SystemLock: ~Copyable, Sendable {
    #if canImport(Darwin)
      @usableFromInline typealias Primitive = os_unfair_lock
    #else
      @usableFromInline typealias Primitive = pthread_mutex_t
    #endif

    /// Guard: the primitive is made to be used from any thread.
    @usableFromInline nonisolated(unsafe) let primitive: UnsafeMutablePointer<Primitive>

    package init() {
      primitive = .allocate(capacity: 1)
      primitive.initialize(to: Primitive())
      #if !canImport(Darwin)
        initialize(primitive)
      #endif
    }

    deinit {
      #if !canImport(Darwin)
        pthread_mutex_destroy(primitive)
      #endif
      primitive.deinitialize(count: 1)
      primitive.deallocate()
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
    /// In debug builds a lock that its thread has already, or has not, is a trap at once, as it is on Darwin, and no
    /// thread that waits for ever.
    private func initialize(_ primitive: UnsafeMutablePointer<pthread_mutex_t>) {
      #if DEBUG
        var attributes = pthread_mutexattr_t()
        pthread_mutexattr_init(&attributes)
        pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_ERRORCHECK))
        pthread_mutex_init(primitive, &attributes)
        pthread_mutexattr_destroy(&attributes)
      #else
        pthread_mutex_init(primitive, nil)
      #endif
    }

    @inlinable
    @inline(__always)
    func check(_ failure: Int32) {
      #if DEBUG
        precondition(failure == 0, "A lock is taken twice, or opened by who has not taken it (error \(failure)).")
      #endif
    }
  #endif
#endif
