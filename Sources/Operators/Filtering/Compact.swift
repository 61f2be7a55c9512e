public import StreamCore

extension StreamProtocol {
  /// Drops the values that are `nil`, and unwraps the others.
  ///
  ///     source     1--n--3--|   n: nil
  ///     compact()  1-----3--|
  ///
  /// Keeps nothing. Delivers where the source delivers; ends and fails with the source.
  @inlinable
  public func compact<Wrapped: Sendable>() -> Signal<Wrapped, Failure> where Value == Wrapped? {
    apply(CompactMapping { $0 })
  }
}

extension LazyStream {
  /// The same of elements that are pulled: each is computed when it is read, and once.
  @inlinable
  public func compact<Wrapped: Sendable>() -> LazyStream<Wrapped> where Element == Wrapped? {
    apply(CompactMapping { $0 })
  }
}
