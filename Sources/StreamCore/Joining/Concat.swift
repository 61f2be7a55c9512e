extension StreamProtocol {
  /// The values of this stream, and after its completion those of another.
  ///
  ///     a            1-2|
  ///     b            3-|
  ///     a.concat(b)  1-23-|
  ///
  /// The other stream is subscribed to only then, after the teardown of this one. A failure of this stream skips the
  /// other. Keeps no values. Delivers where the current stream delivers.
  public func concat<Next: StreamProtocol<Value, Failure>>(_ next: Next) -> Signal<Value, Failure> {
    concat(next.signal)
  }

  /// Concatenates a signal whose type the compiler infers: `.just(0)`, `.fail(error)`, `.never`.
  public func concat(_ next: Signal<Value, Failure>) -> Signal<Value, Failure> { StreamCore.concat([signal, next]) }
}

/// Concatenates the values of several streams.
///
///     a        1-2|
///     b        3-|
///     concat   1-23-|
///
/// Each is subscribed to when the previous one has completed and was torn down. Completes with the last stream. The
/// first failure ends it and skips the rest. An empty sequence completes immediately. The sequence is iterated again
/// for each subscriber, as its elements are needed. The streams of an array are released one by one; any other sequence
/// is kept until the end. Keeps no values. Delivers where the current stream delivers.
public func concat<Value, Failure, Streams: Sequence & Sendable>(_ streams: Streams) -> Signal<Value, Failure>
where Streams.Element: StreamProtocol<Value, Failure> {
  // The iterator of an array keeps all elements. A subject among them that retains this run would never be released.
  if let array = streams as? [Streams.Element] { relayed(DrainingIterator(array)) } else { relayed(streams) }
}

private func relayed<Value, Failure, Streams: Sequence & Sendable>(_ streams: Streams) -> Signal<Value, Failure>
where Streams.Element: StreamProtocol<Value, Failure> {
  Signal(attaching: { sink, subscription in
    var rest = streams.makeIterator()
    Succession.run(sink, subscription) { lastEnd in
      if let lastEnd, case .failed = lastEnd { return .end(lastEnd) }
      if let next = rest.next() { return .attach(next.signal) }
      return .end(.completed)
    }
  })
}

/// A sequence that releases each element after it was iterated over.
///
/// Otherwise the run would retain a stream that has ended. If that stream retains the run, neither would be released.
private struct DrainingIterator<Element: Sendable>: Sequence, IteratorProtocol, Sendable {
  private var rest = Queue<Element>()

  init(_ elements: [Element]) {
    for element in elements { rest.append(element) }
  }

  mutating func next() -> Element? { rest.popFirst() }
}
