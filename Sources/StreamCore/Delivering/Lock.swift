#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The one lock of the library: a value that can be reached only with the lock held.
///
/// It decides, and never calls out: no closure of a user runs under it. It sits on the system's own lock and not on
/// `Synchronization.Mutex`, about which ThreadSanitizer reports races that are none: a library that promises no races
/// must be able to show it without a special build.
///
/// `withLock` is inlinable, so that where the types are known the state is read and written in place; unspecialised,
/// that costs more than the lock does. What talks to the system is not.
///
/// `@unchecked Sendable`: the value is touched only between lock and unlock.
@usableFromInline
package final class Lock<State>: @unchecked Sendable {
  #if canImport(Darwin)
    private typealias Primitive = os_unfair_lock
  #else
    private typealias Primitive = pthread_mutex_t
  #endif

  private let primitive: UnsafeMutablePointer<Primitive>

  @exclusivity(unchecked)
  @usableFromInline package var state: State

  package init(_ state: sending State) {
    self.state = state
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

  @inlinable
  package func withLock<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock()
    defer { unlock() }
    return try body(&state)
  }

  /// The state, for who holds the lock. Another module that used the state itself would check at run time that nobody
  /// else does.
  @inlinable
  package func withLockHeld<Result>(_ body: (inout State) -> Result) -> Result { body(&state) }

  @usableFromInline
  package func lock() {
    #if canImport(Darwin)
      os_unfair_lock_lock(primitive)
    #else
      check(pthread_mutex_lock(primitive))
    #endif
    noteHeldLocks(1)
  }

  @usableFromInline
  package func unlock() {
    noteHeldLocks(-1)
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

  @inline(__always)
  private func check(_ failure: Int32) {
    #if DEBUG
      precondition(failure == 0, "A lock is taken twice, or opened by who has not taken it (error \(failure)).")
    #endif
  }
#endif

/// How many locks of the library the current thread holds: none whenever code of a user runs (contract 4). Only a debug
/// build counts them.
package var heldLockCount: Int {
  #if DEBUG
    Int(bitPattern: pthread_getspecific(heldLocksKey))
  #else
    0
  #endif
}

/// Counts locks that the current thread has taken, or is about to open.
func noteHeldLocks(_ difference: Int) {
  #if DEBUG
    pthread_setspecific(heldLocksKey, UnsafeRawPointer(bitPattern: heldLockCount + difference))
  #endif
}

#if DEBUG
  /// Where a thread keeps its count, in place of a pointer.
  private let heldLocksKey: pthread_key_t = {
    var key = pthread_key_t()
    let failure = pthread_key_create(&key, nil)
    precondition(failure == 0, "The process has no thread-specific key left: error \(failure).")
    return key
  }()
#endif
