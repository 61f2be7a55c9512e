public import StreamCore

extension StreamProtocol {
  /// The latest value, every so often.
  ///
  ///     source                  a-b-----c--|
  ///     sample(every: 3 ticks)  ---b--b--c-|
  ///
  /// Nothing before the first value; a value is repeated until there is a newer one. The beat is kept, from the
  /// subscription on; of beats that were missed the last comes late. Completes and fails with the source. Keeps one
  /// value and one timer. Delivers on the scheduler; without `on:` on a queue of its own. An interval that is not
  /// greater than zero traps, and so does the immediate scheduler.
  public func sample<S: Scheduler>(
    every interval: Duration, on scheduler: S = QueueScheduler(name: "rill.sample")
  ) -> Signal<Value, Failure> {
    precondition(interval > .zero, "A sampling interval must be greater than zero, and not \(interval).")
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
