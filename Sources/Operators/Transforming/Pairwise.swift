public import StreamCore

extension StreamProtocol {
  /// Emits each value together with the one before it.
  ///
  ///     source      1--2--3--|
  ///     pairwise()  ---a--b--|   a: (1, 2)  b: (2, 3)
  ///
  /// The first value has none before it and makes no pair (see ``combinePrevious(_:_:)`` for a stand-in). Keeps one
  /// value. Delivers where the source delivers; ends and fails with the source.
  @inlinable
  public func pairwise() -> Signal<(previous: Value, current: Value), Failure> {
    apply(pairing())
  }
}

extension LazyStream {
  /// The same of elements that are pulled: each is computed when it is read, and once.
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
