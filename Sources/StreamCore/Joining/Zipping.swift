/// The rule of `zip`: queues values until there is one from both streams, and emits them as a pair.
@usableFromInline
package struct Zipping<A: Sendable, B: Sendable>: Operator {
  @usableFromInline var a = Waiting<A>()
  @usableFromInline var b = Waiting<B>()

  /// The number of lanes without a queued value.
  @usableFromInline var lacking = 2

  @inlinable
  package init() {}

  @inlinable
  package mutating func step(_ input: LaneEvent<A, B>) -> Step<(A, B)> {
    switch input {
    case .a(let value): lacking -= a.put(value)
    case .b(let value): lacking -= b.put(value)
    case .aEnded: return a.end() ? .finish : .skip
    case .bEnded: return b.end() ? .finish : .skip
    }
    guard lacking == 0 else { return .skip }
    var isLast = false
    let pair = (a.take(&lacking, &isLast), b.take(&lacking, &isLast))
    return isLast ? .emitAndFinish(pair) : .emit(pair)
  }
}

/// The queued values of one lane.
///
/// The first value is stored inline, and `rest` is empty if there is none. While streams send in turn it is the only
/// one, and the queue is not used.
@usableFromInline
package struct Waiting<Value: Sendable>: Sendable {
  @usableFromInline package var first: Value?
  @usableFromInline var rest = Queue<Value>()
  @usableFromInline var hasEnded = false

  @inlinable
  package init() {}

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
  ///
  /// If the lane is empty then, adds 1 to `lacking`, and sets `isLast` if the lane has ended.
  @inlinable
  package mutating func take(_ lacking: inout Int, _ isLast: inout Bool) -> Value {
    guard let value = first else { fatalError("A lane of zip is empty.") }
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
