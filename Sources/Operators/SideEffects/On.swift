public import StreamCore

extension StreamProtocol {
  /// Calls handlers at the stages of every subscription, and passes everything on unchanged.
  ///
  ///     source           a--b--|
  ///     on(next: print)  a--b--|
  ///
  /// - Parameters:
  ///   - subscribed: before the source is subscribed to; of chained calls the lowest first.
  ///   - next: before a value goes on.
  ///   - failed: before a failure goes on.
  ///   - completed: before the completion goes on.
  ///   - terminated: after one of these two, before the end goes on.
  ///   - disposed: when the subscription is given up before the source has ended, after the source was torn down; by
  ///     someone, or by an operator below that wants no more.
  ///
  /// Keeps one flag. `subscribed` runs on the subscriber, `disposed` where it is disposed, the others where the source
  /// delivers. What has to happen at the end in any case is for ``finally(_:)``.
  public func on(
    subscribed: @escaping @Sendable () -> Void = {},
    next: @escaping @Sendable (Value) -> Void = { _ in },
    failed: @escaping @Sendable (Failure) -> Void = { _ in },
    completed: @escaping @Sendable () -> Void = {},
    terminated: @escaping @Sendable () -> Void = {},
    disposed: @escaping @Sendable () -> Void = {}
  ) -> Signal<Value, Failure> {
    let source = signal
    return Signal(attaching: { sink, subscription in
      subscribed()
      // The end and a disposal may come from two threads.
      let hasEnded = Lock(false)
      subscription.add { if !hasEnded.withLock({ $0 }) { disposed() } }
      // Calling `subscribed` may have disposed it.
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
    })
  }
}
