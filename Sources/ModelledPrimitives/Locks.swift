import Interleaving

/// A lock that is explored.
@usableFromInline
package struct SystemLock: ~Copyable, Sendable {
  private let model = ModelledLock()

  package init() {}
  @usableFromInline package func lock() { model.lock() }
  @usableFromInline package func unlock() { model.unlock() }

  /// Whether this is the one of two to be taken first: the one that was made first, in every execution.
  package func precedes(_ other: borrowing SystemLock, owners: (AnyObject, AnyObject)) -> Bool {
    model.precedes(other.model)
  }
}

/// A lock that is explored and can be waited on.
package struct SystemCondition: ~Copyable, Sendable {
  private let model = ModelledLock("Condition")

  package init() {}
  package func lock() { model.lock() }
  package func unlock() { model.unlock() }

  /// Lets go of the lock until somebody announces a change. The caller holds the lock.
  package func wait() { _ = model.wait() }

  /// The same; whether the time is over before is explored.
  package func wait(seconds: Int, nanoseconds: Int) -> Bool { model.wait(canTimeOut: true) }

  /// Wakes everybody who waits.
  package func announce() { model.announce() }
}
