public import StreamCore

extension StreamProtocol {
  /// Calls a function at the start of every subscription, before the source is subscribed to.
  ///
  ///     source        a--b--|
  ///     initially(f)  a--b--|   f is called once
  ///
  /// If a chain has several, the one nearest to the subscriber runs first. Keeps nothing. It runs on the subscribing
  /// thread; all events pass unchanged.
  public func initially(_ action: @escaping @Sendable () -> Void) -> Signal<Value, Failure> {
    stage { source, sink, subscription in
      action()
      if subscription.isActive { source.attach(sink, to: subscription) }
    }
  }
}
