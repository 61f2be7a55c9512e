public import StreamPrimitives

/// The lock of the library, beside ``Condition``, which can be waited on: a value that can be reached only with the
/// lock held.
///
/// It decides, and never calls out: no closure of a user runs under it.
///
/// `withLock` is inlinable, so that where the types are known the state is read and written in place; unspecialised,
/// that costs more than the lock does.
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

  /// The state, for who holds the lock. Another module that used the state itself would check at run time that nobody
  /// else does.
  @inlinable
  package func withLockHeld<Result>(_ body: (inout State) -> Result) -> Result {
    access.writes()
    return body(&state)
  }

  /// Whether this is the one of two to be taken first, where both are.
  package func precedes(_ other: Lock) -> Bool { primitive.precedes(other.primitive, owners: (self, other)) }

  @inlinable
  package func lock() {
    primitive.lock()
    noteHeldLocks(1)
  }

  @inlinable
  package func unlock() {
    noteHeldLocks(-1)
    primitive.unlock()
  }
}

/// How many locks of the library the current thread holds: none whenever code of a user runs (contract 4). Only a debug
/// build counts them.
package var heldLockCount: Int {
  #if DEBUG
    Int(bitPattern: heldLocks.pointer)
  #else
    0
  #endif
}

/// Counts locks that the current thread has taken, or is about to open.
@inlinable
@inline(__always)
func noteHeldLocks(_ difference: Int) {
  #if DEBUG
    noteHeldLocksInDebug(difference)
  #endif
}

#if DEBUG
  @usableFromInline
  func noteHeldLocksInDebug(_ difference: Int) {
    heldLocks.pointer = UnsafeMutableRawPointer(bitPattern: heldLockCount + difference)
  }

  /// Where a thread keeps its count, in place of a pointer.
  private let heldLocks = ThreadLocal()
#endif
