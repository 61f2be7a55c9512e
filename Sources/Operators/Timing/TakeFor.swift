public import StreamCore

extension StreamProtocol {
  /// The values of a while, which begins with the subscription.
  ///
  ///     source              a-b-c-d-|
  ///     take(for: 5 ticks)  a-b-c|
  ///
  /// Completes when the time is over, on the scheduler, and disposes the source right then. Keeps one timer. Delivers
  /// values where the source delivers; fails with the source. Without `on:` the timer is on a queue of its own. A
  /// negative time traps, and so does the immediate scheduler.
  public func take<S: Scheduler>(
    for duration: Duration, on scheduler: S = QueueScheduler(name: "rill.take")
  ) -> Signal<Value, Failure> {
    duration.requirePositiveOrZero()
    scheduler.requireDelays()
    return take(until: Signal.timer(after: duration, on: scheduler))
  }
}
