public import Synchronization

/// The system's lock, stored inline in its owner.
///
/// It is `Synchronization.Mutex` without a value: a futex on Linux, `os_unfair_lock` on Apple's systems. A thread that
/// locks it twice, or unlocks it without holding it, traps.
@usableFromInline
package struct SystemLock: ~Copyable, Sendable {
  @usableFromInline let mutex = Mutex<Void>(())

  #if !canImport(Darwin)
    /// Written before each unlock and read after each lock, so that ThreadSanitizer sees the order of the two.
    ///
    /// ThreadSanitizer cannot see the mutex itself, because the system's library is not instrumented.
    @usableFromInline let order = Atomic(false)
  #endif

  package init() {}

  /// Whether this lock must be taken before the other one. The owner with the lower address comes first.
  @inlinable
  package func precedes(_ other: borrowing SystemLock, owners: (AnyObject, AnyObject)) -> Bool {
    ObjectIdentifier(owners.0) < ObjectIdentifier(owners.1)
  }

  @inlinable
  package func lock() {
    mutex._unsafeLock()
    #if !canImport(Darwin)
      _ = order.load(ordering: .acquiring)
    #endif
  }

  @inlinable
  package func unlock() {
    #if !canImport(Darwin)
      order.store(true, ordering: .releasing)
    #endif
    mutex._unsafeUnlock()
  }
}
