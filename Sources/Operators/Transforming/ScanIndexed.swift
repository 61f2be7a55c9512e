public import StreamCore

extension StreamProtocol {
  /// Combines each value and its index, which starts at 0, with the result so far, and emits every result.
  ///
  ///     source                           1--2--3--|
  ///     scanIndexed(0) { $0 + $1 * $2 }  0--2--8--|
  ///
  /// The closure gets the result so far, the value and the index. The initial result is not emitted. Every subscriber
  /// starts anew. Keeps the result so far and the index. Delivers where the source delivers; ends and fails with the
  /// source.
  ///
  /// A name of its own, and not an overload of `scan`, because overloads that differ only in what their closure takes
  /// are what makes long chains slow to compile.
  @inlinable
  public func scanIndexed<Result: Sendable>(
    _ initial: Result, _ combine: @escaping @Sendable (Result, Value, Int) -> Result
  ) -> Signal<Result, Failure> {
    enumerated().scan(initial) { combine($0, $1.element, $1.offset) }
  }
}

extension LazyStream {
  /// The same of elements that are pulled: each is computed when it is read, and once.
  @inlinable
  public func scanIndexed<Result: Sendable>(
    _ initial: Result, _ combine: @escaping @Sendable (Result, Element, Int) -> Result
  ) -> LazyStream<Result> {
    enumerated().scan(initial) { combine($0, $1.element, $1.offset) }
  }
}
