public import StreamCore

extension StreamProtocol {
  /// Collects the values of the last `duration` into an array at each beat: arrays that overlap in time.
  ///
  ///     source                                1---2---3----4|
  ///     collect(for: 6 ticks, every: 3 ticks) ---a--b--c--d-(e|)
  ///
  /// Here a is [1], b [1, 2], c [2, 3], d [3] and e [4]. Beats are due at whole multiples of the interval after the
  /// subscription. An array has the values since the beat one `duration` before, which counts in whole intervals,
  /// rounded up. So each value is in the same number of arrays, unless a beat is missed: of several that are overdue
  /// only one is sent, late. The first arrays are shorter, and an array may be empty. Completion sends the values of
  /// the last `duration` if one has arrived since the last beat; a failure drops them.
  ///
  /// Keeps the values of one duration, without a bound, and one timer. Delivers on the scheduler, by default its own
  /// queue; at completion where the source completes. An interval that is not greater than zero traps, and so do a
  /// duration below the interval and the immediate scheduler.
  public func collect(
    for duration: Duration, every interval: Duration,
    on scheduler: any Scheduler = QueueScheduler(name: "rill.collect")
  ) -> Signal<[Value], Failure> {
    if interval <= .zero { fatalError("`collect(for:every:)` needs an interval greater than zero, got \(interval).") }
    if duration < interval {
      fatalError("`collect(for:every:)` needs a duration of one interval (\(interval)) or more, got \(duration).")
    }
    return apply(CollectingOverTime(duration: duration, interval: interval), on: scheduler)
  }
}

private struct CollectingOverTime<Value: Sendable, Failure: Error>: TimedRule {
  let duration: Duration
  let interval: Duration

  /// The values with the beat that each arrived before.
  var values: [(value: Value, beat: Duration)] = []
  var hasNewValues = false
  var due = Duration.zero

  mutating func start(_ response: inout Response<[Value], Failure>) {
    due = due.plus(interval)
    due = due.plus((response.elapsed - due).roundedDown(to: interval))
    response.startTimer(after: due - response.elapsed)
  }

  mutating func step(_ input: Value, _ response: inout Response<[Value], Failure>) {
    values.append((input, due))
    hasNewValues = true
  }

  mutating func timerFired(_ response: inout Response<[Value], Failure>) {
    emit(&response)
    start(&response)
  }

  mutating func finish(_ response: inout Response<[Value], Failure>) {
    if hasNewValues { emit(&response) }
    response.finish()
  }

  private mutating func emit(_ response: inout Response<[Value], Failure>) {
    // Counted in beats, so that a timer that fires late neither repeats nor loses a value.
    let oldest = due - duration
    values.removeAll { $0.beat <= oldest }
    hasNewValues = false
    response.emit(values.map(\.value))
  }
}
