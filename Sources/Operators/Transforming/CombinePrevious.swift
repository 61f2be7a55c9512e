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
    apply(CombiningPrevious(initial, combine))
  }
}

extension LazyStream {
  /// The same of elements that are pulled: each is computed when it is read, and once.
  @inlinable
  public func combinePrevious<Output: Sendable>(
    _ initial: Element, _ combine: @escaping @Sendable (_ previous: Element, _ current: Element) -> Output
  ) -> LazyStream<Output> {
    apply(CombiningPrevious(initial, combine))
  }
}

@usableFromInline
struct CombiningPrevious<Value: Sendable, Output: Sendable>: Operator {
  @usableFromInline var previous: Value
  @usableFromInline let combine: @Sendable (Value, Value) -> Output

  @inlinable
  init(_ initial: Value, _ combine: @escaping @Sendable (Value, Value) -> Output) {
    previous = initial
    self.combine = combine
  }

  @inlinable
  mutating func step(_ input: Value) -> Step<Output> {
    defer { previous = input }
    return .emit(combine(previous, input))
  }
}
