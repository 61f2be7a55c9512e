extension StreamProtocol {
  /// The values of this stream, and when it has completed those of another.
  ///
  ///     a            1-2|
  ///     b            3-|
  ///     a.concat(b)  1-23-|
  ///
  /// The other is subscribed to only then, after this one was torn down; a failure of this one skips it. Keeps no
  /// values. Delivers where the stream whose turn it is delivers.
  public func concat<Next: StreamProtocol<Value, Failure>>(_ next: Next) -> Signal<Value, Failure> {
    concat(next.signal)
  }

  /// The same with a signal, whose type need not be written then: `.just(0)`, `.fail(error)`, `.never`.
  public func concat(_ next: Signal<Value, Failure>) -> Signal<Value, Failure> { StreamCore.concat([signal, next]) }
}

/// The values of several streams, one stream after the other.
///
///     a        1-2|
///     b        3-|
///     concat   1-23-|
///
/// Each is subscribed to when the one before it has completed and was torn down. Completes with the last; the first
/// failure ends it and skips the rest; no streams at all complete at once. The sequence is iterated anew for every
/// subscriber, as its elements are needed. A run lets go of the streams of an array one by one, each with its turn;
/// what any other sequence holds it holds until the end. Keeps no values. Delivers where the stream whose turn it is
/// delivers.
public func concat<Value, Failure, Streams: Sequence & Sendable>(_ streams: Streams) -> Signal<Value, Failure>
where Streams.Element: StreamProtocol<Value, Failure> {
  // The iterator of an array keeps all of it, and a subject in it, which keeps this run, would then never be released.
  if let array = streams as? [Streams.Element] { relayed(Spent(array)) } else { relayed(streams) }
}

private func relayed<Value, Failure, Streams: Sequence & Sendable>(_ streams: Streams) -> Signal<Value, Failure>
where Streams.Element: StreamProtocol<Value, Failure> {
  Signal(attaching: { sink, subscription in
    var rest = streams.makeIterator()
    Relay.run(sink, subscription) { lastEnd in
      if let lastEnd, case .failed = lastEnd { return .end(lastEnd) }
      if let next = rest.next() { return .attach(next.signal) }
      return .end(.completed)
    }
  })
}

/// Elements that an iteration lets go of as it comes past them: a stream that has had its turn must not be kept by
/// those after it, since it may well be what keeps them.
private struct Spent<Element: Sendable>: Sequence, IteratorProtocol, Sendable {
  private var rest = Queue<Element>()

  init(_ elements: [Element]) {
    for element in elements { rest.append(element) }
  }

  mutating func next() -> Element? { rest.popFirst() }
}
