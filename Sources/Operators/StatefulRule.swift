import StreamCore

/// A rule made of a closure and the state that it keeps between inputs.
///
///     StatefulRule(0) { sum, value in
///       sum += value
///       return .emit(sum)
///     }
///
/// A rule that sends values at the end needs its own type.
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
