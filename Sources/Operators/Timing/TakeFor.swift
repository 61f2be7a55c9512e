public import StreamCore

extension StreamProtocol {
  /// Passes the values of a period that begins with the subscription, and then completes.
  ///
  ///     source              a-b-c-d-|
  ///     take(for: 5 ticks)  a-b-c|
  ///
  /// Completes when the time is over, on the scheduler, and disposes the source synchronously. Keeps one timer.
  /// Delivers values where the source delivers; fails with the source. The timer runs on the scheduler, by default its
  /// own queue. A negative time traps, and so does the immediate scheduler.
  public func take(
    for duration: Duration, on scheduler: any Scheduler = QueueScheduler(name: "rill.take")
  ) -> Signal<Value, Failure> {
    duration.requirePositiveOrZero()
    scheduler.requireDelays()
    return take(until: Signal.timer(after: duration, on: scheduler))
  }
}
