/// A rule made of a closure and the state that it keeps between inputs.
///
///     StatefulRule(0) { sum, value in
///       sum += value
///       return .emit(sum)
///     }
///
/// A rule that sends values at the end needs its own type.
@usableFromInline
package struct StatefulRule<Input: Sendable, State: Sendable, Output: Sendable>: Operator {
  @usableFromInline var state: State
  @usableFromInline let advance: @Sendable (inout State, Input) -> Step<Output>

  @inlinable
  package init(_ initial: State, _ advance: @escaping @Sendable (_ state: inout State, _ input: Input) -> Step<Output>)
  {
    state = initial
    self.advance = advance
  }

  @inlinable
  package mutating func step(_ input: Input) -> Step<Output> { advance(&state, input) }
}

/// The rule of `take`.
@inlinable
package func taking<Value: Sendable>(_ count: Int) -> some Operator<Value, Value> {
  if count <= 0 { fatalError("`take(_:)` needs a count of 0 or more, got \(count).") }
  return StatefulRule(count) { left, value in
    // Decremented before the value is sent, so the count is right even if the receiver sends again.
    left -= 1
    return left == 0 ? .emitAndFinish(value) : .emit(value)
  }
}
