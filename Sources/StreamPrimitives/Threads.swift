import Dispatch

/// Whether this is explored by a model, where what only debugging needs must not bring threads in order.
@inlinable package var isExplored: Bool { false }

/// Reads what others have written to an object whose last reference is being given up. All that they did with theirs
/// happened before; the models do not know that, since they do not count references.
@inlinable
package func withLastReference<Result>(_ read: () -> Result) -> Result { read() }

/// Does something on a thread of the system's, soon.
package func startElsewhere(_ work: @escaping @Sendable () -> Void) { DispatchQueue.global().async(execute: work) }

/// Something of which the process has one; in the models each execution has its own, so that none depends on those
/// before it.
package struct ProcessWide<Value: Sendable>: Sendable {
  package let value: Value

  package init(_ make: @Sendable () -> Value) { value = make() }
}

/// The clock that measures how long a thread goes on for others.
@usableFromInline package typealias ThreadClock = SuspendingClock
