public import StreamCore

extension StreamProtocol {
  /// Collects values into arrays by time; the period of an array begins with its first value.
  ///
  ///     source                 1-2----3-----45|
  ///     collect(for: 3 ticks)  ---a------b----(c|)     a: [1, 2]  b: [3]  c: [4, 5]
  ///
  /// An idle source has no timer and sends no empty arrays. Completion sends the values so far, immediately and where
  /// the source completes; a failure drops them. Keeps the values of the array, without a bound unless `limit` sets
  /// one. An array of `limit` values is sent immediately where the source sends, and the next value begins another
  /// period. Delivers on the scheduler otherwise, by default its own queue. A negative time or a limit below 1 traps,
  /// and so does the immediate scheduler. Semantics of RAC's `bufferWithTime`.
  public func collect(
    for duration: Duration, limit: Int = .max, on scheduler: any Scheduler = QueueScheduler(name: "rill.collect")
  ) -> Signal<[Value], Failure> {
    duration.requirePositiveOrZero()
    if limit <= 0 { fatalError("`collect(for:limit:)` needs a limit of 1 or more, got \(limit).") }
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
