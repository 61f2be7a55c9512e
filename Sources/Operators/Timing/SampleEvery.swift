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
    apply(SamplingInTime(interval), on: scheduler)
  }
}

private struct SamplingInTime<Value: Sendable, Failure: Error>: TimedRule {
  let interval: Duration
  var latest: Value?
  var due = Duration.zero

  init(_ interval: Duration) {
    precondition(interval > .zero, "A sampling interval must be greater than zero, and not \(interval).")
    self.interval = interval
  }

  mutating func start(_ turn: inout Turn<Value, Failure>) {
    due = due.plus(interval)
    due = due.plus((turn.now - due).roundedDown(to: interval))
    turn.wake(after: due - turn.now)
  }

  mutating func step(_ input: Value, _ turn: inout Turn<Value, Failure>) { latest = input }

  mutating func ring(_ turn: inout Turn<Value, Failure>) {
    if let latest { turn.emit(latest) }
    start(&turn)
  }

  mutating func finish(_ turn: inout Turn<Value, Failure>) { turn.finish() }
}
