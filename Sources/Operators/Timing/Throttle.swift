public import StreamCore

/// Which values of a period a throttle lets through.
public enum ThrottleEdge: Hashable, Sendable {
  /// The first, at once.
  case leading
  /// The latest, when the period is over.
  case trailing
  /// The first at once, and if there were more the latest when the period is over.
  case both
}

extension StreamProtocol {
  /// At most one value in a period, which a value begins.
  ///
  ///     source                                 a-b-c-----d---e-|
  ///     throttle(for: 3 ticks)                 a---c-----d---e-|
  ///     throttle(for: 3 ticks, edge: trailing) ---b--c------d--(e|)
  ///     throttle(for: 3 ticks, edge: both)     a--b--c---d---e-|
  ///
  /// The latest value of a period, sent when that is over, begins the next. Keeps one value, with `leading` none, and
  /// one timer. Completion sends the value that waits, at once and where the source completes; a failure drops it. The
  /// first value of a period is delivered where the source delivers, the latest on the scheduler; without `on:` on a
  /// queue of its own. A period that is not greater than zero traps, and so does the immediate scheduler. RAC's
  /// `throttle` is ``debounce(for:on:)``.
  public func throttle<S: Scheduler>(
    for period: Duration, edge: ThrottleEdge = .leading, on scheduler: S = QueueScheduler(name: "rill.throttle")
  ) -> Signal<Value, Failure> {
    precondition(period > .zero, "The period of a throttle must be greater than zero, and not \(period).")
    return apply(Throttling(period: period, edge: edge), on: scheduler)
  }
}

private struct Throttling<Value: Sendable, Failure: Error>: TimedRule {
  let period: Duration
  let edge: ThrottleEdge
  var latest: Value?
  var isInPeriod = false

  mutating func step(_ input: Value, _ response: inout Response<Value, Failure>) {
    if isInPeriod {
      if edge != .leading { latest = input }
      return
    }
    isInPeriod = true
    response.startTimer(after: period)
    if edge == .trailing { latest = input } else { response.emit(input) }
  }

  mutating func timerFired(_ response: inout Response<Value, Failure>) {
    isInPeriod = false
    guard let value = latest else { return }
    latest = nil
    response.emit(value)
    isInPeriod = true
    response.startTimer(after: period)
  }

  mutating func finish(_ response: inout Response<Value, Failure>) {
    if let latest { response.emit(latest) }
    response.finish()
  }
}
