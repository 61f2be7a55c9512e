public import StreamCore

extension StreamProtocol {
  /// The same stream, subscribed to on a scheduler.
  ///
  ///     source            1-2-|
  ///     subscribe(on: s)  1-2-|   the source starts on s
  ///
  /// Where events are delivered is up to the source: one that sends while it is subscribed to sends on the scheduler.
  /// Disposing before its turn takes the subscribing back. Ends and fails with the source. Keeps nothing. Moving the
  /// events is ``deliver(on:buffering:)``.
  public func subscribe(on scheduler: any Scheduler) -> Signal<Value, Failure> {
    subscribe(scheduledBy: { scheduler.schedule($0) })
  }

  /// The same stream, subscribed to on a scheduler, and later.
  package func subscribe(after delay: Duration, on scheduler: some Scheduler) -> Signal<Value, Failure> {
    subscribe(scheduledBy: { scheduler.schedule(after: delay, $0) })
  }

  private func subscribe(
    scheduledBy schedule: @escaping @Sendable (@escaping @Sendable () -> Void) -> Disposable
  ) -> Signal<Value, Failure> {
    let source = signal
    return Signal(attaching: { sink, subscription in
      subscription.add(schedule { if subscription.isActive { source.attach(sink, to: subscription) } })
    })
  }
}
