extension StreamProtocol where Failure == Never {
  /// The same stream with a failure type that it never uses, for places that need streams of one type.
  ///
  ///     source            1-2-|
  ///     promoteFailure()  1-2-|
  ///
  /// Operators that bring two streams together do this themselves. Keeps nothing. Delivers where the source
  /// delivers; completes with it.
  @inlinable
  public func promoteFailure<Promoted: Error>(to type: Promoted.Type = Promoted.self) -> Signal<Value, Promoted> {
    let source = signal
    // Where the types are the same there is nothing to do, and a stream that follows itself for ever must not be
    // wrapped each time.
    if Promoted.self == Never.self, let same = source as? Signal<Value, Promoted> { return same }
    return Signal<Value, Promoted>(attaching: { sink, subscription in
      source.attach(Sink(next: sink.next, end: { _ in sink.end(.completed) }), to: subscription)
    })
  }
}
