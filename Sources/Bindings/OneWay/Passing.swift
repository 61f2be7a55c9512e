public import StreamCore

extension Signal where Failure == Never {
  /// Passes values on until the binding ends, and ends the binding with the stream.
  ///
  /// Setting the first of a chain of bound properties sets the last one before it returns, unless the chain is longer
  /// than a ``Forwarder`` allows. If other threads change the chain, too, one of them may set the last property later.
  @inlinable
  func pass(
    to accept: @escaping @Sendable (Value) -> Void, _ binding: CompositeDisposable,
    if isWanted: @escaping @Sendable (Value) -> Bool = { _ in true },
    atTheEnd finish: @escaping @Sendable () -> Void = {}
  ) -> Disposable {
    let subscription = Subscription()
    let forwarder = Forwarder<Event<Value, Never>> { event in
      if case .next(let value) = event {
        if subscription.isActive { accept(value) }
      } else {
        subscription.dispose()
        binding.dispose()
        finish()
      }
    }
    attach(
      Sink(
        next: { if subscription.isActive, isWanted($0) { forwarder.pass(.next($0)) } },
        end: { _ in forwarder.pass(.completed) }),
      to: subscription, recordedAs: "<~")
    return Disposable(subscription)
  }
}
