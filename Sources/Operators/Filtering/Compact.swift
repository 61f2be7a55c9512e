public import StreamCore

extension StreamProtocol {
  /// Unwraps optional values, and drops `nil`.
  ///
  ///     source     1--n--3--|   n: nil
  ///     compact()  1-----3--|
  ///
  /// Keeps nothing. Delivers where the source delivers; completes and fails with the source.
  @inlinable
  public func compact<Wrapped: Sendable>() -> Signal<Wrapped, Failure> where Value == Wrapped? {
    apply(CompactMapping { $0 })
  }
}

extension LazyStream {
  /// Applies the operator lazily: each element is computed once, when it is read.
  @inlinable
  public func compact<Wrapped: Sendable>() -> LazyStream<Wrapped> where Element == Wrapped? {
    apply(CompactMapping { $0 })
  }
}
