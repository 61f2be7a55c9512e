extension StreamProtocol where Failure == Never {
  /// The same stream with another failure type, for functions that need streams of one failure type. It never fails.
  ///
  ///     source            1-2-|
  ///     promoteFailure()  1-2-|
  ///
  /// Operators that combine two streams do this themselves. Keeps nothing. Delivers where the source delivers;
  /// completes with it.
  @inlinable
  public func promoteFailure<Promoted: Error>(to type: Promoted.Type = Promoted.self) -> Signal<Value, Promoted> {
    let source = signal
    // A stream that already has this type is not wrapped. Otherwise a stream that is followed by itself would gain a
    // wrapper in each round.
    if Promoted.self == Never.self, let same = source as? Signal<Value, Promoted> { return same }
    return Signal<Value, Promoted>(attaching: { sink, subscription in
      source.attach(Sink(next: sink.next, end: { _ in sink.end(.completed) }), to: subscription)
    })
  }
}
