public import StreamPrimitives

/// A lock with the state that it guards. ``Condition`` is a lock with a condition variable.
///
/// No closure of a user runs under it.
///
/// `withLock` is inlinable, so that specialised code accesses the state in place. Unspecialised, the access costs more
/// than the lock.
///
/// `@unchecked Sendable`: the value is touched only between lock and unlock.
@usableFromInline
package final class Lock<State>: @unchecked Sendable {
  @usableFromInline let primitive = SystemLock()

  @exclusivity(unchecked)
  @usableFromInline package var state: State
  @usableFromInline let access = AccessCheck()

  package init(_ state: sending State) {
    self.state = state
  }

  @inlinable
  package func withLock<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock()
    defer { unlock() }
    access.writes()
    return try body(&state)
  }

  /// Accesses the state with the lock already held. It avoids the exclusivity check that another module would add.
  @inlinable
  package func withLockHeld<Result>(_ body: (inout State) -> Result) -> Result {
    access.writes()
    return body(&state)
  }

  /// Whether a thread that takes both locks must take this one first.
  package func precedes(_ other: Lock) -> Bool { primitive.precedes(other.primitive, owners: (self, other)) }

  @inlinable
  package func lock() {
    primitive.lock()
    countHeldLocks(1)
  }

  @inlinable
  package func unlock() {
    countHeldLocks(-1)
    primitive.unlock()
  }
}

/// The number of the library's locks that the current thread holds. Only a debug build counts them.
///
/// It is 0 whenever user code runs (contract 4).
package var heldLockCount: Int {
  #if DEBUG
    Int(bitPattern: heldLocks.pointer)
  #else
    0
  #endif
}

/// Changes the number of locks that the current thread holds.
@inlinable
@inline(__always)
func countHeldLocks(_ difference: Int) {
  #if DEBUG
    countHeldLocksInDebug(difference)
  #endif
}

#if DEBUG
  @usableFromInline
  func countHeldLocksInDebug(_ difference: Int) {
    heldLocks.pointer = UnsafeMutableRawPointer(bitPattern: heldLockCount + difference)
  }

  /// The count of each thread, stored as a pointer.
  private let heldLocks = ThreadLocal()
#endif
