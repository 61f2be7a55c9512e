public import StreamCore

extension StreamProtocol {
  /// Combines each value with the previous one.
  ///
  ///     source                 1--3--8--|
  ///     combinePrevious(1, -)  a--b--c--|   a: 1 - 1, b: 1 - 3, c: 3 - 8
  ///
  /// The first value is combined with `initial`. Results are not fed back. Keeps one value. Delivers where the source
  /// delivers; completes and fails with the source.
  @inlinable
  public func combinePrevious<Output: Sendable>(
    _ initial: Value, _ combine: @escaping @Sendable (_ previous: Value, _ current: Value) -> Output
  ) -> Signal<Output, Failure> {
    apply(combiningPrevious(initial, combine))
  }
}

extension LazyStream {
  /// Applies the operator lazily: each element is computed once, when it is read.
  @inlinable
  public func combinePrevious<Output: Sendable>(
    _ initial: Element, _ combine: @escaping @Sendable (_ previous: Element, _ current: Element) -> Output
  ) -> LazyStream<Output> {
    apply(combiningPrevious(initial, combine))
  }
}

@inlinable
func combiningPrevious<Value: Sendable, Output: Sendable>(
  _ initial: Value, _ combine: @escaping @Sendable (Value, Value) -> Output
) -> some Operator<Value, Output> {
  StatefulRule(initial) { previous, value in
    defer { previous = value }
    return .emit(combine(previous, value))
  }
}
