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
    return apply(SkippingFor(duration: duration), on: scheduler)
  }
}

private struct SkippingFor<Value: Sendable, Failure: Error>: TimedRule {
  let duration: Duration
  var isOver = false

  mutating func start(_ response: inout Response<Value, Failure>) { response.startTimer(after: duration) }
  mutating func step(_ input: Value, _ response: inout Response<Value, Failure>) { if isOver { response.emit(input) } }
  mutating func timerFired(_ response: inout Response<Value, Failure>) { isOver = true }
}
