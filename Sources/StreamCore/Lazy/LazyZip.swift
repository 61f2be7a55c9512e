extension LazyStream {
  /// Pairs the first elements of both streams, the second ones, and so on until either ends.
  ///
  ///     source      a-b-c-|
  ///     other       1-2-|
  ///     zip(other)  (a1)-(b2)-|
  ///
  /// The other stream is not touched where this one has ended.
  @inlinable
  public func zip<Other>(_ other: LazyStream<Other>) -> LazyStream<(Element, Other)> {
    let sources = Box((makeIterator(), other.makeIterator()))
    return LazyStream<(Element, Other)>(producing: {
      guard let one = sources.value.0.next(), let other = sources.value.1.next() else { return nil }
      return (one, other)
    })
  }

  /// The first elements of any number of streams as an array, their second ones, and so on until one of them ends.
  ///
  /// No streams give an empty stream; one gives arrays of one element. The streams after one that has ended are not
  /// touched.
  @inlinable
  public static func zip<Part>(_ streams: some Sequence<LazyStream<Part>>) -> LazyStream where Element == [Part] {
    let sources = Box(streams.map { $0.makeIterator() })
    guard !sources.value.isEmpty else { return .empty }
    return LazyStream(producing: {
      var parts: [Part] = []
      parts.reserveCapacity(sources.value.count)
      for index in sources.value.indices {
        guard let part = sources.value[index].next() else { return nil }
        parts.append(part)
      }
      return parts
    })
  }
}

/// Pairs the elements of two lazy streams, lazily: what ``LazyStream/zip(_:)-(LazyStream<Other>)`` does.
///
/// It is here because lazy streams are Swift sequences too, whose `zip` would give something that is not a stream.
@inlinable
public func zip<One, Other>(_ one: LazyStream<One>, _ other: LazyStream<Other>) -> LazyStream<(One, Other)> {
  one.zip(other)
}
