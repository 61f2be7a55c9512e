import StreamCore

/// A rule that is a closure and what it remembers from one input to the next.
///
///     StatefulRule(0) { sum, value in
///       sum += value
///       return .emit(sum)
///     }
///
/// A rule with something left to say at the end is a type of its own.
@usableFromInline
struct StatefulRule<Input: Sendable, State: Sendable, Output: Sendable>: Operator {
  @usableFromInline var state: State
  @usableFromInline let advance: @Sendable (inout State, Input) -> Step<Output>

  @inlinable
  init(_ initial: State, _ advance: @escaping @Sendable (_ state: inout State, _ input: Input) -> Step<Output>) {
    state = initial
    self.advance = advance
  }

  @inlinable
  mutating func step(_ input: Input) -> Step<Output> { advance(&state, input) }
}
