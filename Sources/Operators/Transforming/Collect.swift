public import StreamCore

extension StreamProtocol {
  /// Collects all values, and emits them as one array when the source has completed.
  ///
  ///     source     1--2--3--|
  ///     collect()  ---------(a|)   a: [1, 2, 3]
  ///
  /// An empty source gives an empty array. Keeps every value, without a bound. Delivers where the source completes; a
  /// failure passes, and the values are lost.
  @inlinable
  public func collect() -> Signal<[Value], Failure> {
    apply(Reducing([]) { values, value in values.append(value) })
  }
}
