public import Synchronization

/// The system's own lock, in the memory of its owner.
///
/// It is `Synchronization.Mutex` without a value: a futex on Linux, `os_unfair_lock` on Apple's systems. A thread that
/// takes it twice, or opens it without having it, traps.
@usableFromInline
package struct SystemLock: ~Copyable, Sendable {
  @usableFromInline let mutex = Mutex<Void>(())

  #if !canImport(Darwin)
    /// Written before each unlock and read after each lock, so that ThreadSanitizer sees the order of the two.
    ///
    /// It does not see that of the mutex, which is in a library that is not compiled for it. A library that promises no
    /// races must be able to show it without a special build.
    @usableFromInline let order = Atomic(false)
  #endif

  package init() {}

  /// Whether this is the one of two to be taken first: the one whose owner has the lower address.
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
