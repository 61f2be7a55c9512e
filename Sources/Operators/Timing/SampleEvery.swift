public import StreamCore

extension StreamProtocol {
  /// Emits the latest value at regular intervals.
  ///
  ///     source                  a-b-----c--|
  ///     sample(every: 3 ticks)  ---b--b--c-|
  ///
  /// Sends nothing before the first value, and repeats a value until there is a newer one. Samples are due at whole
  /// multiples of the interval after the subscription; of several that are overdue only one is sent, late. Completes
  /// and fails with the source. Keeps one value and one timer. Delivers on the scheduler, by default its own queue. An
  /// interval that is not greater than zero traps, and so does the immediate scheduler.
  public func sample(
    every interval: Duration, on scheduler: any Scheduler = QueueScheduler(name: "rill.sample")
  ) -> Signal<Value, Failure> {
    if interval <= .zero { fatalError("`sample(every:)` needs an interval greater than zero, got \(interval).") }
    return apply(SamplingInTime(interval: interval), on: scheduler)
  }
}

private struct SamplingInTime<Value: Sendable, Failure: Error>: TimedRule {
  let interval: Duration
  var latest: Value?
  var due = Duration.zero

  mutating func start(_ response: inout Response<Value, Failure>) {
    due = due.plus(interval)
    due = due.plus((response.elapsed - due).roundedDown(to: interval))
    response.startTimer(after: due - response.elapsed)
  }

  mutating func step(_ input: Value, _ response: inout Response<Value, Failure>) { latest = input }

  mutating func timerFired(_ response: inout Response<Value, Failure>) {
    if let latest { response.emit(latest) }
    start(&response)
  }
}
