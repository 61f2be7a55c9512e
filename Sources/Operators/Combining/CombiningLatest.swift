public import StreamCore

/// Keeps the latest value of two streams, and emits their combination once both have sent.
@usableFromInline
struct CombiningLatest<A: Sendable, B: Sendable, Output: Sendable>: Operator {
  @usableFromInline var a: A?
  @usableFromInline var b: B?

  /// The number of streams that have not completed.
  @usableFromInline var live = 2
  @usableFromInline let combine: @Sendable (A, B) -> Output

  @inlinable
  init(_ combine: @escaping @Sendable (A, B) -> Output) { self.combine = combine }

  @inlinable
  mutating func step(_ input: LaneEvent<A, B>) -> Step<Output> {
    switch input {
    case .a(let value): a = .some(value)
    case .b(let value): b = .some(value)
    case .aEnded, .bEnded:
      live -= 1
      return live == 0 ? .finish : .skip
    }
    guard let a, let b else { return .skip }
    return .emit(combine(a, b))
  }
}
