import Interleaving

/// A modelled lock.
@usableFromInline
package struct SystemLock: ~Copyable, Sendable {
  private let model = ModelledLock()

  package init() {}
  @usableFromInline package func lock() { model.lock() }
  @usableFromInline package func unlock() { model.unlock() }

  /// Whether this lock is taken before another one. The lock created first precedes, in every execution.
  package func precedes(_ other: borrowing SystemLock, owners: (AnyObject, AnyObject)) -> Bool {
    model.precedes(other.model)
  }
}

/// A modelled condition variable with its lock.
package struct SystemCondition: ~Copyable, Sendable {
  private let model = ModelledLock("Condition")

  package init() {}
  package func lock() { model.lock() }
  package func unlock() { model.unlock() }

  /// Releases the lock until another thread broadcasts. The caller holds the lock.
  package func wait() { _ = model.wait() }

  /// The same with a timeout; both outcomes are explored.
  package func wait(seconds: Int, nanoseconds: Int) -> Bool { model.wait(canTimeOut: true) }

  /// Wakes all waiting threads.
  package func broadcast() { model.broadcast() }
}
