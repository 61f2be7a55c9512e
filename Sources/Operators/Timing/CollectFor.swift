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
    apply(CollectingFor(duration, limit), on: scheduler)
  }
}

private struct CollectingFor<Value: Sendable, Failure: Error>: TimedRule {
  let duration: Duration
  let limit: Int
  var values: [Value] = []

  init(_ duration: Duration, _ limit: Int) {
    duration.requirePositiveOrZero("collect(for:limit:on:)")
    precondition(limit > 0, "Cannot collect \(limit) values at a time.")
    self.duration = duration
    self.limit = limit
  }

  mutating func step(_ input: Value, _ turn: inout Turn<[Value], Failure>) {
    values.append(input)
    if values.count >= limit {
      turn.sleep()
      ring(&turn)
    } else if values.count == 1 {
      turn.wake(after: duration)
    }
  }

  mutating func ring(_ turn: inout Turn<[Value], Failure>) {
    turn.emit(values)
    values = []
  }

  mutating func finish(_ turn: inout Turn<[Value], Failure>) {
    if !values.isEmpty { ring(&turn) }
    turn.finish()
  }
}
