public import StreamCore

extension StreamProtocol {
  /// The values after a while, which begins with the subscription.
  ///
  ///     source              a-b-c-d-e-|
  ///     skip(for: 5 ticks)  ------d-e-|
  ///
  /// Keeps one timer. Delivers where the source delivers; ends and fails with the source, also before the time is over.
  /// Without `on:` the timer is on a queue of its own. A negative time traps, and so does the immediate scheduler.
  public func skip<S: Scheduler>(
    for duration: Duration, on scheduler: S = QueueScheduler(name: "rill.skip")
  ) -> Signal<Value, Failure> {
    duration.requirePositiveOrZero()
    scheduler.requireDelays()
    return skip(until: Signal.timer(after: duration, on: scheduler))
  }
}
