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
    apply(SkippingFor(duration), on: scheduler)
  }
}

private struct SkippingFor<Value: Sendable, Failure: Error>: TimedRule {
  let duration: Duration
  var isOver = false

  init(_ duration: Duration) {
    duration.requirePositiveOrZero("skip(for:on:)")
    self.duration = duration
  }

  mutating func start(_ turn: inout Turn<Value, Failure>) { turn.wake(after: duration) }
  mutating func step(_ input: Value, _ turn: inout Turn<Value, Failure>) { if isOver { turn.emit(input) } }
  mutating func ring(_ turn: inout Turn<Value, Failure>) { isOver = true }
  mutating func finish(_ turn: inout Turn<Value, Failure>) { turn.finish() }
}
