/// The rule of every operator that merges: passes on each value. The ``Joint`` completes with the last stream.
@usableFromInline
package struct Merging<Value: Sendable>: Operator {
  /// The rule. It has no state.
  @inlinable
  package init() {}

  /// Passes a value on.
  @inlinable
  package mutating func step(_ value: Value) -> Step<Value> { .emit(value) }
}
