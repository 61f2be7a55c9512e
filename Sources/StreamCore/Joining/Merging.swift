/// The rule of every operator that merges: passes on each value, and finishes when all streams have ended.
///
/// It counts from one, for the source that announces the others.
@usableFromInline
package struct Merging<Value: Sendable>: Operator {
  /// What a ``Joint`` tells the rule.
  @usableFromInline
  package enum Input: Sendable {
    /// A stream sent a value.
    case value(Value)
    /// One more stream is about to be attached.
    case started
    /// A stream, or the source, has completed.
    case ended
  }

  /// The streams that have not ended; the source is the first.
  @usableFromInline var live = 1

  /// The rule at the start of a run, when only the source is live.
  @inlinable
  package init() {}

  /// Passes a value on; counts the streams that begin and end.
  @inlinable
  package mutating func step(_ input: Input) -> Step<Value> {
    switch input {
    case .value(let value): return .emit(value)
    case .started:
      live += 1
      return .skip
    case .ended:
      live -= 1
      return live == 0 ? .finish : .skip
    }
  }
}
