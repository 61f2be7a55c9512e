public import StreamCore

extension StreamProtocol {
  /// Emits each value together with the previous one.
  ///
  ///     source      1--2--3--|
  ///     pairwise()  ---a--b--|   a: (1, 2)  b: (2, 3)
  ///
  /// The first value has no predecessor and makes no pair; ``combinePrevious(_:_:)`` takes an initial value. Keeps one
  /// value. Delivers where the source delivers; completes and fails with the source.
  @inlinable
  public func pairwise() -> Signal<(previous: Value, current: Value), Failure> {
    apply(pairing())
  }
}

extension LazyStream {
  /// Applies the operator lazily: each element is computed once, when it is read.
  @inlinable
  public func pairwise() -> LazyStream<(previous: Element, current: Element)> {
    apply(pairing())
  }
}

@inlinable
func pairing<Value: Sendable>() -> some Operator<Value, (previous: Value, current: Value)> {
  StatefulRule(Value?.none) { previous, value in
    defer { previous = value }
    return if let previous { .emit((previous, value)) } else { .skip }
  }
}
