public import StreamCore

extension StreamProtocol {
  /// Emits the values of the source, then the given ones after it has completed.
  ///
  ///     source        a--b--|
  ///     append(x, y)  a--b--(xy|)
  ///
  /// A failure of the source skips them. Keeps the given values. Delivers where the source delivers; completes and
  /// fails with the source. To append another stream, see `concat`.
  @inlinable
  public func append(_ values: Value...) -> Signal<Value, Failure> { concat(Signal(values)) }
}

extension LazyStream {
  /// Appends the given elements.
  @inlinable
  public func append(_ elements: Element...) -> LazyStream {
    .concat([self, LazyStream(elements)])
  }
}
