import Dispatch

/// Whether a model explores this code. There, a lock that serves only debugging would hide orders of the threads.
@inlinable package var isExplored: Bool { false }

/// Reads an object while its last reference is released.
///
/// Everything that other threads did with their references happened before. The models do not count references, so they
/// replace this function.
@inlinable
package func withLastReference<Result>(_ read: () -> Result) -> Result { read() }

/// Runs work on a system thread, soon.
package func startElsewhere(_ work: @escaping @Sendable () -> Void) { DispatchQueue.global().async(execute: work) }

/// A global variable. In a model each execution has its own, so that no execution depends on an earlier one.
package struct ProcessWide<Value: Sendable>: Sendable {
  package let value: Value

  package init(_ make: @Sendable () -> Value) { value = make() }
}

/// The clock that measures how long a thread drains for other threads.
@usableFromInline package typealias ThreadClock = SuspendingClock
