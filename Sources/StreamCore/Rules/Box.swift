/// A variable that the closures of one run share.
///
/// Guarded by: the run (its events are serial, and so are the calls of a ``LazyCell`` to its producer).
@usableFromInline
package final class Box<Value>: Sendable {
  @exclusivity(unchecked)
  @usableFromInline package nonisolated(unsafe) var value: Value

  @inlinable
  package init(_ value: sending Value) { self.value = value }
}
