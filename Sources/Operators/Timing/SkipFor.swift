public import StreamCore

extension StreamProtocol {
  /// Drops the values of a period that begins with the subscription.
  ///
  ///     source              a-b-c-d-e-|
  ///     skip(for: 5 ticks)  ------d-e-|
  ///
  /// Keeps one timer. Delivers where the source delivers; completes and fails with the source, even before the time is
  /// over. The timer runs on the scheduler, by default its own queue. A negative time traps, and so does the immediate
  /// scheduler.
  public func skip(
    for duration: Duration, on scheduler: any Scheduler = QueueScheduler(name: "rill.skip")
  ) -> Signal<Value, Failure> {
    duration.requirePositiveOrZero()
    scheduler.requireDelays()
    return skip(until: Signal.timer(after: duration, on: scheduler))
  }
}
