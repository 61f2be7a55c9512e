/// A variable of one run, which the run's closures share.
///
/// Guard: events of a run are serial, and ``Node`` calls a producer once at a time; so each who touches it does so
/// after the one before.
@usableFromInline
package final class Box<Value>: Sendable {
  @exclusivity(unchecked)
  @usableFromInline package nonisolated(unsafe) var value: Value

  @inlinable
  package init(_ value: sending Value) { self.value = value }
}
