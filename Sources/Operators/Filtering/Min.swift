public import StreamCore

extension StreamProtocol where Value: Comparable {
  /// Emits the smallest value, when the source has completed.
  ///
  ///     source  3--1--2--|
  ///     min()   ---------(1|)
  ///
  /// Of equal ones it is the first; an empty source gives an empty stream. Keeps one value. Delivers where the source
  /// completes; a failure passes on and the value is lost.
  @inlinable
  public func min() -> Signal<Value, Failure> { apply(Keeping { least, new in least.map { new < $0 } ?? true }) }
}

extension StreamProtocol {
  /// Emits the smallest value in the order that a predicate defines, when the source has completed.
  ///
  ///     source                3--1--2--|
  ///     min(by: { $0 < $1 })  ---------(1|)
  ///
  /// The predicate says whether its first argument comes before its second. Of equal values the result is the first; an
  /// empty source gives an empty stream. Keeps one value. Delivers where the source completes; a failure passes on and
  /// the value is lost.
  @inlinable
  public func min(by precedes: @escaping @Sendable (Value, Value) -> Bool) -> Signal<Value, Failure> {
    apply(Keeping { least, new in least.map { precedes(new, $0) } ?? true })
  }
}

extension LazyStream {
  /// The smallest element in the order that a predicate defines, or `nil` if there is none. Reads the whole stream.
  @inlinable
  public func min(by precedes: (Element, Element) throws -> Bool) rethrows -> Element? {
    try IteratorSequence(makeIterator()).min(by: precedes)
  }
}
