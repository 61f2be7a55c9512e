public import StreamCore

extension StreamProtocol {
  /// Replaces each value by a constant.
  ///
  ///     source    1--2--3|
  ///     mapTo(x)  x--x--x|
  ///
  /// Keeps nothing. Delivers where the source delivers; completes and fails with the source.
  @inlinable
  public func mapTo<Output: Sendable>(_ value: Output) -> Signal<Output, Failure> {
    apply(Mapping { _ in value })
  }
}

extension LazyStream {
  /// Applies the operator lazily: each element is computed once, when it is read.
  @inlinable
  public func mapTo<Output: Sendable>(_ value: Output) -> LazyStream<Output> {
    apply(Mapping { _ in value })
  }
}
