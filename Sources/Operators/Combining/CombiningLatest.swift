public import StreamCore

/// Keeps the latest value of each stream, and emits their combination once each stream has sent.
@usableFromInline
struct CombiningLatest<
  A: Sendable, B: Sendable, C: Sendable, D: Sendable, E: Sendable, F: Sendable, Output: Sendable
>: Operator {
  @usableFromInline var a: A?
  @usableFromInline var b: B?
  @usableFromInline var c: C?
  @usableFromInline var d: D?
  @usableFromInline var e: E?
  @usableFromInline var f: F?

  /// The number of streams that have not completed, and the number of streams that have not sent a value.
  @usableFromInline var live: Int
  @usableFromInline var silent: Int
  @usableFromInline let combine: @Sendable (A, B, C, D, E, F) -> Output

  /// A rule for `count` streams. The unused lanes begin with a value.
  @inlinable
  init(
    _ count: Int, _ c: C? = nil, _ d: D? = nil, _ e: E? = nil, _ f: F? = nil,
    _ combine: @escaping @Sendable (A, B, C, D, E, F) -> Output
  ) {
    (self.c, self.d, self.e, self.f) = (c, d, e, f)
    (live, silent) = (count, count)
    self.combine = combine
  }

  @inlinable
  mutating func step(_ input: LaneEvent<A, B, C, D, E, F>) -> Step<Output> {
    switch input {
    case .a(let value): silent -= store(value, in: &a)
    case .b(let value): silent -= store(value, in: &b)
    case .c(let value): silent -= store(value, in: &c)
    case .d(let value): silent -= store(value, in: &d)
    case .e(let value): silent -= store(value, in: &e)
    case .f(let value): silent -= store(value, in: &f)
    case .ended:
      live -= 1
      return live == 0 ? .finish : .skip
    }
    guard silent == 0, let a, let b, let c, let d, let e, let f else { return .skip }
    return .emit(combine(a, b, c, d, e, f))
  }
}

/// - Returns: 1 if the lane had no value before, otherwise 0.
@inlinable
func store<Value>(_ value: Value, in place: inout Value?) -> Int {
  defer { place = .some(value) }
  return if case .none = place { 1 } else { 0 }
}
