public import StreamCore

extension StreamProtocol {
  /// Emits the values of the source, and when it has completed those given.
  ///
  ///     source        a--b--|
  ///     append(x, y)  a--b--(xy|)
  ///
  /// A failure of the source skips them. Keeps nothing else. Delivers where the source delivers; ends and fails with
  /// the source. To append another stream, see `concat`.
  @inlinable
  public func append(_ values: Value...) -> Signal<Value, Failure> { concat(Signal(values)) }
}

extension LazyStream {
  /// The elements of the stream, then those given.
  @inlinable
  public func append(_ elements: Element...) -> LazyStream {
    .concat([self, LazyStream(elements)])
  }
}
