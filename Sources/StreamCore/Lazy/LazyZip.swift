extension LazyStream {
  /// Pairs the n-th elements of both streams, until either ends.
  ///
  ///     source      a-b-c-|
  ///     other       1-2-|
  ///     zip(other)  (a1)-(b2)-|
  ///
  /// At the end of this stream, the other one is not read.
  @inlinable
  public func zip<Other>(_ other: LazyStream<Other>) -> LazyStream<(Element, Other)> {
    let sources = Box((makeIterator(), other.makeIterator()))
    return LazyStream<(Element, Other)>(producing: {
      guard let one = sources.value.0.next(), let other = sources.value.1.next() else { return nil }
      return (one, other)
    })
  }

  /// Combines the n-th elements of any number of streams to arrays, until one of them ends.
  ///
  /// No streams give an empty stream, and one stream gives arrays of one element. At the end of a stream, the later
  /// ones are not read.
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

/// Pairs the elements of two lazy streams, as ``LazyStream/zip(_:)-(LazyStream<Other>)``.
///
/// Without it, the compiler would choose the `zip` of Swift's sequences, whose result is not a stream.
@inlinable
public func zip<One, Other>(_ one: LazyStream<One>, _ other: LazyStream<Other>) -> LazyStream<(One, Other)> {
  one.zip(other)
}
