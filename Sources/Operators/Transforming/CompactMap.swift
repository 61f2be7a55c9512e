public import StreamCore

extension StreamProtocol {
  /// Transforms each value by a function, and drops `nil` results.
  ///
  ///     source                  1--x--3--|
  ///     compactMap { Int($0) }  1-----3--|
  ///
  /// Keeps nothing. Delivers where the source delivers; completes and fails with the source.
  @inlinable
  public func compactMap<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Output?
  ) -> Signal<Output, Failure> {
    apply(CompactMapping(transform))
  }
}

extension LazyStream {
  /// Applies the operator lazily: each element is computed once, when it is read.
  @inlinable
  public func compactMap<Output: Sendable>(
    _ transform: @escaping @Sendable (Element) -> Output?
  ) -> LazyStream<Output> {
    apply(CompactMapping(transform))
  }
}

@usableFromInline
struct CompactMapping<Input: Sendable, Output: Sendable>: Operator {
  @usableFromInline let transform: @Sendable (Input) -> Output?

  @inlinable
  init(_ transform: @escaping @Sendable (Input) -> Output?) { self.transform = transform }

  @inlinable
  func step(_ input: Input) -> Step<Output> {
    transform(input).map { .emit($0) } ?? .skip
  }
}
