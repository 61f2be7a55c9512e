public import StreamCore

extension StreamProtocol {
  /// Transforms each value by a function.
  ///
  ///     source           1--2--3|
  ///     map { $0 * 10 }  A--B--C|   A: 10  B: 20  C: 30
  ///
  /// A key path may replace the function: `map(\.name)`. Keeps nothing. Delivers where the source delivers; completes
  /// and fails with the source.
  @inlinable
  public func map<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Output
  ) -> Signal<Output, Failure> {
    apply(Mapping(transform))
  }
}

extension LazyStream {
  /// Applies the operator lazily: each element is computed once, when it is read.
  @inlinable
  public func map<Output: Sendable>(_ transform: @escaping @Sendable (Element) -> Output) -> LazyStream<Output> {
    apply(Mapping(transform))
  }
}

@usableFromInline
struct Mapping<Input: Sendable, Output: Sendable>: Operator {
  @usableFromInline let transform: @Sendable (Input) -> Output

  @inlinable
  init(_ transform: @escaping @Sendable (Input) -> Output) { self.transform = transform }

  @inlinable
  func step(_ input: Input) -> Step<Output> { .emit(transform(input)) }
}
