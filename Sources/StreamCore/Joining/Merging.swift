/// The rule of a joint that decides nothing: passes values on, and finishes at a completion.
///
/// If the completions of the upstreams are not inputs, the ``Joint`` completes with the last of them.
@usableFromInline
package struct Merging<Value: Sendable>: Operator {
  /// The rule. It has no state.
  @inlinable
  package init() {}

  @inlinable
  package func step(_ input: Event<Value, Never>) -> Step<Value> {
    if case .next(let value) = input { .emit(value) } else { .finish }
  }
}
