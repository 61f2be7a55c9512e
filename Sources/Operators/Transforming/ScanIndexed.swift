public import StreamCore

extension StreamProtocol {
  /// Combines each value and its index with the result so far, and emits every result.
  ///
  ///     source                           1--2--3--|
  ///     scanIndexed(0) { $0 + $1 * $2 }  0--2--8--|
  ///
  /// The closure receives the result so far, the value and its index, from 0. The initial result is not emitted. Each
  /// subscriber starts again. Keeps the result so far and the index. Delivers where the source delivers; completes and
  /// fails with the source.
  ///
  /// It is not an overload of `scan`: overloads that differ only in their closure make long chains slow to compile.
  @inlinable
  public func scanIndexed<Result: Sendable>(
    _ initial: Result, _ combine: @escaping @Sendable (Result, Value, Int) -> Result
  ) -> Signal<Result, Failure> {
    enumerated().scan(initial) { combine($0, $1.element, $1.offset) }
  }
}

extension LazyStream {
  /// Applies the operator lazily: each element is computed once, when it is read.
  @inlinable
  public func scanIndexed<Result: Sendable>(
    _ initial: Result, _ combine: @escaping @Sendable (Result, Element, Int) -> Result
  ) -> LazyStream<Result> {
    enumerated().scan(initial) { combine($0, $1.element, $1.offset) }
  }
}
