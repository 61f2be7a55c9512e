public import StreamCore

extension StreamProtocol {
  /// A value only when no other has followed it for a while.
  ///
  ///     source                  ab--c----d|
  ///     debounce(for: 2 ticks)  ---b--c---(d|)
  ///
  /// This is what RAC calls `throttle`. Keeps one value and one timer. Completion sends the value that waits, at once
  /// and where the source completes; a failure drops it. Delivers on the scheduler otherwise; without `on:` on a queue
  /// of its own. A negative time traps, and so does the immediate scheduler.
  public func debounce<S: Scheduler>(
    for quiet: Duration, on scheduler: S = QueueScheduler(name: "rill.debounce")
  ) -> Signal<Value, Failure> {
    apply(Debouncing(quiet, when: nil), on: scheduler)
  }

  /// A value only when no other has followed it for a while; values that fail a test pass at once.
  ///
  ///     source                                      ab--1-c---|
  ///     debounce(for: 2 ticks, when: { $0 > "9" })  ---b1---c-|
  ///
  /// One that passes at once drops the value that waits. All else is as in ``debounce(for:on:)``. Semantics of RAC's
  /// `throttle:valuesPassingTest:`.
  public func debounce<S: Scheduler>(
    for quiet: Duration, on scheduler: S = QueueScheduler(name: "rill.debounce"),
    when isDebounced: @escaping @Sendable (Value) -> Bool
  ) -> Signal<Value, Failure> {
    apply(Debouncing(quiet, when: isDebounced), on: scheduler)
  }
}

/// The alarm is not set anew for every value, which would cost a timer each: one that rings too early is set for the
/// rest.
private struct Debouncing<Value: Sendable, Failure: Error>: TimedRule {
  let quiet: Duration
  let isDebounced: (@Sendable (Value) -> Bool)?
  var latest: Value?
  var due = Duration.zero

  init(_ quiet: Duration, when isDebounced: (@Sendable (Value) -> Bool)?) {
    quiet.requirePositiveOrZero("debounce(for:on:)")
    self.quiet = quiet
    self.isDebounced = isDebounced
  }

  mutating func step(_ input: Value, _ turn: inout Turn<Value, Failure>) {
    if let isDebounced, !isDebounced(input) {
      latest = nil
      turn.sleep()
      return turn.emit(input)
    }
    if latest == nil { turn.wake(after: quiet) }
    latest = input
    due = turn.now.plus(quiet)
  }

  mutating func ring(_ turn: inout Turn<Value, Failure>) {
    let rest = due - turn.now
    guard rest <= .zero else { return turn.wake(after: rest) }
    finish(&turn, completing: false)
  }

  mutating func finish(_ turn: inout Turn<Value, Failure>) { finish(&turn, completing: true) }

  private mutating func finish(_ turn: inout Turn<Value, Failure>, completing: Bool) {
    if let latest { turn.emit(latest) }
    latest = nil
    if completing { turn.finish() }
  }
}
