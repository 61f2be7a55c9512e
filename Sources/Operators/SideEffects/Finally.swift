public import StreamCore

extension StreamProtocol {
  /// Calls a function once at the end of every subscription, however it ends: completion, failure or disposal.
  ///
  ///     source      a--b--|
  ///     finally(f)  a--b--|   f is called once, after the end was delivered
  ///
  /// It is part of the teardown: it runs after the end has been delivered and, unless the source ends while it is still
  /// being subscribed to, after the source was torn down; of chained calls the highest is first. ReactiveObjC runs it
  /// before the end goes on, and not on disposal: `on(terminated:)` does that. It runs where the end was delivered, or
  /// where the subscription is disposed. Keeps nothing; all events pass unchanged.
  public func finally(_ action: @escaping @Sendable () -> Void) -> Signal<Value, Failure> {
    let source = signal
    return Signal(attaching: { sink, subscription in
      subscription.add(action)
      source.attach(sink, to: subscription)
    })
  }
}
