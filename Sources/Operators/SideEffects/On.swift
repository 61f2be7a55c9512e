public import StreamCore

extension StreamProtocol {
  /// Calls handlers at the stages of each subscription, and passes all events unchanged.
  ///
  ///     source           a--b--|
  ///     on(next: print)  a--b--|
  ///
  /// - Parameters:
  ///   - subscribed: Called before the source is subscribed to. If a chain has several, the one nearest to the
  ///     subscriber runs first.
  ///   - next: Called before a value is passed on.
  ///   - failed: Called before a failure is passed on.
  ///   - completed: Called before the completion is passed on.
  ///   - terminated: Called after `failed` or `completed`, before the end is passed on.
  ///   - disposed: Called when the subscription is disposed before the source is over, by a caller or by an operator
  ///     downstream. The source has been torn down by then.
  ///
  /// Keeps one flag. `subscribed` runs on the subscribing thread, `disposed` where the subscription is disposed, the
  /// others where the source delivers. To run code in each of these cases, use ``finally(_:)``.
  public func on(
    subscribed: @escaping @Sendable () -> Void = {},
    next: @escaping @Sendable (Value) -> Void = { _ in },
    failed: @escaping @Sendable (Failure) -> Void = { _ in },
    completed: @escaping @Sendable () -> Void = {},
    terminated: @escaping @Sendable () -> Void = {},
    disposed: @escaping @Sendable () -> Void = {}
  ) -> Signal<Value, Failure> {
    stage { source, sink, subscription in
      subscribed()
      // The end and a disposal may arrive on two threads.
      let hasEnded = Lock(false)
      subscription.add { if !hasEnded.withLock({ $0 }) { disposed() } }
      // `subscribed` may have disposed the subscription.
      guard subscription.isActive else { return }
      source.attach(
        Sink(
          next: { value in
            next(value)
            if subscription.isActive { sink.next(value) }
          },
          end: { completion in
            hasEnded.withLock { $0 = true }
            switch completion {
            case .completed: completed()
            case .failed(let failure): failed(failure)
            }
            terminated()
            if subscription.isActive { sink.end(completion) }
          }),
        to: subscription)
    }
  }
}
