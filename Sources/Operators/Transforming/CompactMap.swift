public import StreamCore

extension StreamProtocol {
  /// Replaces each value by what a function makes of it, and drops those it makes nothing of.
  ///
  ///     source                  1--x--3--|
  ///     compactMap { Int($0) }  1-----3--|
  ///
  /// Keeps nothing. Delivers where the source delivers; ends and fails with the source.
  @inlinable
  public func compactMap<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Output?
  ) -> Signal<Output, Failure> {
    apply(CompactMapping(transform))
  }
}

extension LazyStream {
  /// The same of elements that are pulled: each is computed when it is read, and once.
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
