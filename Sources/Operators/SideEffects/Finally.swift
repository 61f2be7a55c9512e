public import StreamCore

extension StreamProtocol {
  /// Calls a function once when a subscription is over: after completion, failure or disposal.
  ///
  ///     source      a--b--|
  ///     finally(f)  a--b--|   f is called once, after the end was delivered
  ///
  /// It is part of the teardown: it runs after the end has been delivered, and after the source was torn down unless
  /// the source is over before it was fully subscribed to. If a chain has several, the one nearest to the source runs
  /// first. It runs where the end was delivered, or where the subscription is disposed. Keeps nothing; all events pass
  /// unchanged.
  ///
  /// ReactiveObjC runs it before the end is passed on, and not on disposal: `on(terminated:)` does that.
  public func finally(_ action: @escaping @Sendable () -> Void) -> Signal<Value, Failure> {
    let source = signal
    return Signal(attaching: { sink, subscription in
      subscription.add(action)
      source.attach(sink, to: subscription)
    })
  }
}
