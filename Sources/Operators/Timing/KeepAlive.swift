public import StreamCore

extension StreamProtocol {
  /// Emits a separate value whenever the source has been silent for a given time.
  ///
  ///     source                       1-------2-|
  ///     keepAlive(after: 3 ticks)    1--0--0-2-|
  ///
  /// The time is measured from the subscription, and later from the previous value of either. `value` is called for
  /// each silence. Completes and fails with the source. Keeps one timer. Delivers values of the source where the source
  /// delivers, its own on the scheduler, by default its own queue. A time that is not greater than zero traps, and so
  /// does the immediate scheduler. Semantics of Akka's `keepAlive`.
  public func keepAlive(
    after silence: Duration, on scheduler: any Scheduler = QueueScheduler(name: "rill.keepAlive"),
    _ value: @escaping @Sendable () -> Value
  ) -> Signal<Value, Failure> {
    if silence <= .zero { fatalError("`keepAlive(after:)` needs a time greater than zero, got \(silence).") }
    return apply(KeepingAlive(silence: silence, value: value), on: scheduler)
  }
}

/// The rule of `keepAlive`. As in `debounce`, a timer that fires too early is restarted for the remaining time.
private struct KeepingAlive<Value: Sendable, Failure: Error>: TimedRule {
  let silence: Duration
  let value: @Sendable () -> Value
  var due = Duration.zero

  mutating func start(_ response: inout Response<Value, Failure>) {
    due = response.elapsed.plus(silence)
    response.startTimer(after: silence)
  }

  mutating func step(_ input: Value, _ response: inout Response<Value, Failure>) {
    due = response.elapsed.plus(silence)
    response.emit(input)
  }

  mutating func timerFired(_ response: inout Response<Value, Failure>) {
    let rest = due - response.elapsed
    if rest > .zero { return response.startTimer(after: rest) }
    start(&response)
    response.emit(value())
  }
}
