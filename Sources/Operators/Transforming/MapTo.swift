public import StreamCore

extension StreamProtocol {
  /// Replaces each value by one and the same.
  ///
  ///     source    1--2--3|
  ///     mapTo(x)  x--x--x|
  ///
  /// Keeps nothing. Delivers where the source delivers; ends and fails with the source.
  @inlinable
  public func mapTo<Output: Sendable>(_ value: Output) -> Signal<Output, Failure> {
    apply(Mapping { _ in value })
  }
}

extension LazyStream {
  /// The same of elements that are pulled: each is computed when it is read, and once.
  @inlinable
  public func mapTo<Output: Sendable>(_ value: Output) -> LazyStream<Output> {
    apply(Mapping { _ in value })
  }
}
