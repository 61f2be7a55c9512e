public import StreamCore

extension StreamProtocol where Value: Comparable {
  /// Emits the greatest value, when the source has completed.
  ///
  ///     source  1--3--2--|
  ///     max()   ---------(3|)
  ///
  /// Of equal values the first is sent; an empty source gives an empty stream. Keeps one value. Delivers where the
  /// source completes; a failure passes, and the value is lost.
  @inlinable
  public func max() -> Signal<Value, Failure> { keeping { greatest, new in greatest.map { new > $0 } ?? true } }
}

extension StreamProtocol {
  /// Emits the greatest value by a predicate, when the source has completed.
  ///
  ///     source                1--3--2--|
  ///     max(by: { $0 < $1 })  ---------(3|)
  ///
  /// The predicate returns whether its first argument is less than its second. Of equal values the first is sent; an
  /// empty source gives an empty stream. Keeps one value. Delivers where the source completes; a failure passes, and
  /// the value is lost.
  @inlinable
  public func max(by precedes: @escaping @Sendable (Value, Value) -> Bool) -> Signal<Value, Failure> {
    keeping { greatest, new in greatest.map { precedes($0, new) } ?? true }
  }
}

extension LazyStream {
  /// Returns the greatest element by a predicate, or `nil` for an empty stream. Reads the whole stream.
  @inlinable
  public func max(by precedes: (Element, Element) throws -> Bool) rethrows -> Element? {
    try IteratorSequence(makeIterator()).max(by: precedes)
  }
}
