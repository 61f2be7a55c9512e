public import StreamCore

extension StreamProtocol {
  /// Replaces each value by what a function makes of it.
  ///
  ///     source           1--2--3|
  ///     map { $0 * 10 }  A--B--C|   A: 10  B: 20  C: 30
  ///
  /// A key path will do for the function: `map(\.name)`. Keeps nothing. Delivers where the source delivers; ends and
  /// fails with the source.
  @inlinable
  public func map<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Output
  ) -> Signal<Output, Failure> {
    apply(Mapping(transform))
  }
}

extension LazyStream {
  /// The same of elements that are pulled: each is computed when it is read, and once.
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
