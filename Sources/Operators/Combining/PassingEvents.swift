import StreamCore

/// The rule of a joint that decides nothing: passes values, and completes with the upstream whose end is an input.
struct PassingEvents<Value: Sendable>: Operator {
  func step(_ input: Event<Value, Never>) -> Step<Value> {
    if case .next(let value) = input { .emit(value) } else { .finish }
  }
}
