public import StreamCore

extension StreamProtocol {
  /// Emits a value after a quiet period: when no other value has followed it for the given time.
  ///
  ///     source                  ab--c----d|
  ///     debounce(for: 2 ticks)  ---b--c---(d|)
  ///
  /// Keeps one value and one timer. Completion sends the pending value, immediately and where the source completes; a
  /// failure drops it. Delivers on the scheduler otherwise, by default its own queue. A negative time traps, and so
  /// does the immediate scheduler. RAC calls this `throttle`.
  ///
  /// With `flatMapLatest` after it, the stream of the previous value continues until the quiet period is over, so an
  /// earlier result may still arrive. To replace that stream with the first new value, wait inside of the closure:
  /// `flatMapLatest { value in Signal.timer(after: quiet).then { work(value) } }`.
  ///
  /// Values that fail the test `when` pass immediately, and drop the pending value:
  ///
  ///     source                                      ab--1-c---|
  ///     debounce(for: 2 ticks, when: { $0 > "9" })  ---b1---c-|
  ///
  /// RAC calls this `throttle:valuesPassingTest:`.
  public func debounce(
    for quiet: Duration, on scheduler: any Scheduler = QueueScheduler(name: "rill.debounce"),
    when isDebounced: (@Sendable (Value) -> Bool)? = nil
  ) -> Signal<Value, Failure> {
    quiet.requirePositiveOrZero()
    return apply(Debouncing(quiet: quiet, isDebounced: isDebounced), on: scheduler)
  }
}

/// The rule of `debounce`.
///
/// The timer is not restarted for every value, which would be expensive: if it fires too early, it is restarted for the
/// remaining time.
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
