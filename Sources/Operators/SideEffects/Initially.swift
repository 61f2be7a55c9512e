public import StreamCore

extension StreamProtocol {
  /// Calls a function at the start of every subscription, before the source is subscribed to.
  ///
  ///     source        a--b--|
  ///     initially(f)  a--b--|   f is called once
  ///
  /// Of chained calls the lowest is first. Keeps nothing. It runs where the subscriber is; all events pass unchanged.
  public func initially(_ action: @escaping @Sendable () -> Void) -> Signal<Value, Failure> {
    let source = signal
    return Signal(attaching: { sink, subscription in
      action()
      if subscription.isActive { source.attach(sink, to: subscription) }
    })
  }
}
