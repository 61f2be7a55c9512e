extension StreamProtocol where Failure == Never {
  /// The same stream with a failure type that it never uses, for places that need streams of one type.
  ///
  ///     source            1-2-|
  ///     promoteFailure()  1-2-|
  ///
  /// Operators that bring two or three streams together do this themselves. Keeps nothing. Delivers where the source delivers; completes with it.
  @inlinable
  public func promoteFailure<Promoted: Error>(to type: Promoted.Type = Promoted.self) -> Signal<Value, Promoted> {
    let source = signal
    return Signal<Value, Promoted>(attaching: { sink, subscription in
      source.attach(Sink(next: sink.next, end: { _ in sink.end(.completed) }), to: subscription)
    })
  }
}
