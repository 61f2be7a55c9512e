/// The rule of `zip`: queues values until there is one from each stream, and emits their combination.
@usableFromInline
package struct Zipping<
  A: Sendable, B: Sendable, C: Sendable, D: Sendable, E: Sendable, F: Sendable, Output: Sendable
>: Operator {
  @usableFromInline var a = Waiting<A>()
  @usableFromInline var b = Waiting<B>()
  @usableFromInline var c: Waiting<C>
  @usableFromInline var d: Waiting<D>
  @usableFromInline var e: Waiting<E>
  @usableFromInline var f: Waiting<F>

  /// The number of lanes without a queued value.
  @usableFromInline var lacking: Int
  @usableFromInline var isLast = false
  @usableFromInline let combine: @Sendable (A, B, C, D, E, F) -> Output

  /// A rule for `count` streams. The unused lanes have a fixed value.
  @inlinable
  package init(
    _ count: Int, _ c: C? = nil, _ d: D? = nil, _ e: E? = nil, _ f: F? = nil,
    _ combine: @escaping @Sendable (A, B, C, D, E, F) -> Output
  ) {
    (self.c, self.d, self.e, self.f) = (Waiting(c), Waiting(d), Waiting(e), Waiting(f))
    lacking = count
    self.combine = combine
  }

  @inlinable
  package mutating func step(_ input: LaneEvent<A, B, C, D, E, F>) -> Step<Output> {
    switch input {
    case .a(let value): lacking -= a.put(value)
    case .b(let value): lacking -= b.put(value)
    case .c(let value): lacking -= c.put(value)
    case .d(let value): lacking -= d.put(value)
    case .e(let value): lacking -= e.put(value)
    case .f(let value): lacking -= f.put(value)
    case .ended(let lane): return end(lane) ? .finish : .skip
    }
    guard lacking == 0 else { return .skip }
    let output = combine(
      a.take(&lacking, &isLast), b.take(&lacking, &isLast), c.take(&lacking, &isLast),
      d.take(&lacking, &isLast), e.take(&lacking, &isLast), f.take(&lacking, &isLast))
    return isLast ? .emitAndFinish(output) : .emit(output)
  }

  /// - Returns: Whether no further combination is possible.
  @usableFromInline
  mutating func end(_ lane: Int) -> Bool {
    switch lane {
    case 0: a.end()
    case 1: b.end()
    case 2: c.end()
    case 3: d.end()
    case 4: e.end()
    default: f.end()
    }
  }
}

/// The queued values of one lane.
///
/// The first value is stored inline. While streams send in turn it is the only one, and the queue is not used.
@usableFromInline
package struct Waiting<Value: Sendable>: Sendable {
  @usableFromInline package var first: Value?
  @usableFromInline var rest = Queue<Value>()
  @usableFromInline var hasEnded = false

  /// Whether the lane has no stream. Then its value is never removed.
  @usableFromInline let isFixed: Bool

  @inlinable
  package init(_ fixed: Value? = nil) {
    first = fixed
    isFixed = if case .none = fixed { false } else { true }
  }

  @inlinable
  package var isEmpty: Bool { if case .none = first { true } else { false } }

  /// Enqueues a value.
  ///
  /// - Returns: 1 if the lane was empty, otherwise 0.
  @inlinable
  package mutating func put(_ value: Value) -> Int {
    guard isEmpty else {
      rest.append(value)
      return 0
    }
    first = .some(value)
    return 1
  }

  /// Removes and returns the first value. There must be one.
  @inlinable
  package mutating func take(_ lacking: inout Int, _ isLast: inout Bool) -> Value {
    guard let value = first else { preconditionFailure("A lane of zip is empty.") }
    if isFixed { return value }
    first = rest.popFirst()
    if isEmpty {
      lacking += 1
      if hasEnded { isLast = true }
    }
    return value
  }

  /// - Returns: Whether the lane is empty.
  @usableFromInline
  package mutating func end() -> Bool {
    hasEnded = true
    return isEmpty
  }
}
