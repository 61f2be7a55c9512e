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
    quiet.requirePositiveOrZero()
    return apply(Debouncing(quiet: quiet, isDebounced: nil), on: scheduler)
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
    quiet.requirePositiveOrZero()
    return apply(Debouncing(quiet: quiet, isDebounced: isDebounced), on: scheduler)
  }
}

/// The timer is not started anew for every value, which is dear: one that fires too early is started for the rest.
private struct Debouncing<Value: Sendable, Failure: Error>: TimedRule {
  let quiet: Duration
  let isDebounced: (@Sendable (Value) -> Bool)?
  var latest: Value?
  var due = Duration.zero

  mutating func step(_ input: Value, _ response: inout Response<Value, Failure>) {
    if let isDebounced, !isDebounced(input) {
      latest = nil
      response.stopTimer()
      return response.emit(input)
    }
    if latest == nil { response.startTimer(after: quiet) }
    latest = input
    due = response.elapsed.plus(quiet)
  }

  mutating func timerFired(_ response: inout Response<Value, Failure>) {
    let rest = due - response.elapsed
    if rest > .zero { return response.startTimer(after: rest) }
    if let latest { response.emit(latest) }
    latest = nil
  }

  mutating func finish(_ response: inout Response<Value, Failure>) {
    if let latest { response.emit(latest) }
    response.finish()
  }
}
