public import StreamCore

extension StreamProtocol {
  /// Collects the values of a while into an array; the first value begins the while.
  ///
  ///     source                 1-2----3-----45|
  ///     collect(for: 3 ticks)  ---a------b----(c|)     a: [1, 2]  b: [3]  c: [4, 5]
  ///
  /// An idle source has no timer and gives no empty arrays. Completion sends what there is, at once and where the
  /// source completes; a failure drops it. Keeps the values of the array, without a bound unless `limit` sets one: an
  /// array of so many is sent at once, where the source sends, and the next value begins another while. Delivers on the
  /// scheduler otherwise; without `on:` on a queue of its own. A negative time or a limit below 1 traps, and so does
  /// the immediate scheduler. Semantics of RAC's `bufferWithTime`.
  public func collect<S: Scheduler>(
    for duration: Duration, limit: Int = .max, on scheduler: S = QueueScheduler(name: "rill.collect")
  ) -> Signal<[Value], Failure> {
    duration.requirePositiveOrZero()
    precondition(limit > 0, "Cannot collect \(limit) values at a time.")
    return apply(CollectingFor(duration: duration, limit: limit), on: scheduler)
  }
}

private struct CollectingFor<Value: Sendable, Failure: Error>: TimedRule {
  let duration: Duration
  let limit: Int
  var values: [Value] = []

  mutating func step(_ input: Value, _ response: inout Response<[Value], Failure>) {
    values.append(input)
    if values.count >= limit {
      response.stopTimer()
      timerFired(&response)
    } else if values.count == 1 {
      response.startTimer(after: duration)
    }
  }

  mutating func timerFired(_ response: inout Response<[Value], Failure>) {
    response.emit(values)
    values = []
  }

  mutating func finish(_ response: inout Response<[Value], Failure>) {
    if !values.isEmpty { timerFired(&response) }
    response.finish()
  }
}
