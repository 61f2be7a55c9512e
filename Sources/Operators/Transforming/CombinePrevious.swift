public import StreamCore

extension StreamProtocol {
  /// Combines each value with the one before it.
  ///
  ///     source                 1--3--8--|
  ///     combinePrevious(1, -)  a--b--c--|   a: 1 - 1, b: 1 - 3, c: 3 - 8
  ///
  /// `initial` stands before the first. Results are not fed back. Keeps one value. Delivers where the source delivers;
  /// ends and fails with the source.
  @inlinable
  public func combinePrevious<Output: Sendable>(
    _ initial: Value, _ combine: @escaping @Sendable (_ previous: Value, _ current: Value) -> Output
  ) -> Signal<Output, Failure> {
    apply(combiningPrevious(initial, combine))
  }
}

extension LazyStream {
  /// The same of elements that are pulled: each is computed when it is read, and once.
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
