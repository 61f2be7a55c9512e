public import StreamCore

extension StreamProtocol {
  /// Subscribes to the stream on a scheduler.
  ///
  ///     source            1-2-|
  ///     subscribe(on: s)  1-2-|   the source starts on s
  ///
  /// The source determines where events are delivered: one that sends synchronously sends on the scheduler. Disposing
  /// before the scheduled action cancels the subscription. Completes and fails with the source. Keeps nothing. To
  /// deliver events on a scheduler, use ``deliver(on:buffering:)``.
  public func subscribe(on scheduler: any Scheduler) -> Signal<Value, Failure> {
    subscribe(scheduledBy: { scheduler.schedule($0) })
  }

  /// Subscribes to the stream on a scheduler after a delay.
  ///
  ///     source                           1-2|
  ///     delaySubscription(for: 3 ticks)  ---1-2|
  ///
  /// Values of a hot source before that are missed. A delay of zero still subscribes on the scheduler. Completes and
  /// fails with the source, and delivers where it does. Keeps one timer. The scheduler is by default a separate queue;
  /// the immediate scheduler blocks the subscriber for the delay. A negative delay traps. Semantics of RxJava's
  /// `delaySubscription`.
  public func delaySubscription(
    for delay: Duration, on scheduler: any Scheduler = QueueScheduler(name: "rill.subscribe")
  ) -> Signal<Value, Failure> {
    delay.requirePositiveOrZero()
    return subscribe(scheduledBy: { scheduler.schedule(after: delay, $0) })
  }

  private func subscribe(
    scheduledBy schedule: @escaping @Sendable (@escaping @Sendable () -> Void) -> Disposable
  ) -> Signal<Value, Failure> {
    stage { source, sink, subscription in
      Succession.attach(source, sink, to: subscription, scheduledBy: schedule)
    }
  }
}
