public import StreamCore

extension StreamProtocol where Value: Comparable {
  /// Emits the smallest value, when the source has completed.
  ///
  ///     source  3--1--2--|
  ///     min()   ---------(1|)
  ///
  /// Of equal values the first is sent; an empty source gives an empty stream. Keeps one value. Delivers where the
  /// source completes; a failure passes, and the value is lost.
  @inlinable
  public func min() -> Signal<Value, Failure> { keeping { least, new in least.map { new < $0 } ?? true } }
}

extension StreamProtocol {
  /// Emits the smallest value by a predicate, when the source has completed.
  ///
  ///     source                3--1--2--|
  ///     min(by: { $0 < $1 })  ---------(1|)
  ///
  /// The predicate returns whether its first argument is less than its second. Of equal values the first is sent; an
  /// empty source gives an empty stream. Keeps one value. Delivers where the source completes; a failure passes, and
  /// the value is lost.
  @inlinable
  public func min(by precedes: @escaping @Sendable (Value, Value) -> Bool) -> Signal<Value, Failure> {
    keeping { least, new in least.map { precedes(new, $0) } ?? true }
  }
}

extension LazyStream {
  /// Returns the smallest element by a predicate, or `nil` for an empty stream. Reads the whole stream.
  @inlinable
  public func min(by precedes: (Element, Element) throws -> Bool) rethrows -> Element? {
    try IteratorSequence(makeIterator()).min(by: precedes)
  }
}
