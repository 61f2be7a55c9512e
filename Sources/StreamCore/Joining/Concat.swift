extension StreamProtocol {
  /// The values of this stream, and when it has completed those of another.
  ///
  ///     a            1-2|
  ///     b            3-|
  ///     a.concat(b)  1-23-|
  ///
  /// The other is subscribed to only then, after this one was torn down; a failure of this one skips it. Keeps no values. Delivers
  /// where the stream whose turn it is delivers.
  public func concat<Next: StreamProtocol<Value, Failure>>(_ next: Next) -> Signal<Value, Failure> {
    .concat([signal, next.signal])
  }
}

extension Signal {
  /// The values of several streams, one stream after the other.
  ///
  ///     a        1-2|
  ///     b        3-|
  ///     concat   1-23-|
  ///
  /// Each is subscribed to when the one before it has completed and was torn down. Completes with the last; the first failure ends it and
  /// skips the rest; no streams at all complete at once. The sequence is iterated anew for every subscriber, as its elements are needed.
  /// Keeps no values. Delivers where the stream whose turn it is delivers.
  public static func concat<Streams: Sequence & Sendable>(_ streams: Streams) -> Signal
  where Streams.Element: StreamProtocol<Value, Failure> {
    Signal(attaching: { sink, subscription in
      var rest = streams.makeIterator()
      let relay = Relay(sink, subscription) { lastEnd in
        if let lastEnd, case .failed = lastEnd { return .end(lastEnd) }
        if let next = rest.next() { return .attach(next.signal) }
        return .end(.completed)
      }
      relay.advance()
    })
  }
}
