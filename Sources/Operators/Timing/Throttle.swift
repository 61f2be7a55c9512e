public import StreamCore

/// The values of a period that a throttle passes.
public enum ThrottleEdge: Hashable, Sendable {
  /// The first, immediately.
  case leading
  /// The latest, at the end of the period.
  case trailing
  /// The first immediately, and the latest of any others at the end of the period.
  case both
}

extension StreamProtocol {
  /// Emits at most one value per period; a period begins with a value.
  ///
  ///     source                                 a-b-c-----d---e-|
  ///     throttle(for: 3 ticks)                 a---c-----d---e-|
  ///     throttle(for: 3 ticks, edge: trailing) ---b--c------d--(e|)
  ///     throttle(for: 3 ticks, edge: both)     a--b--c---d---e-|
  ///
  /// The latest value, sent at the end of a period, begins the next period. Keeps one value, with `leading` none, and
  /// one timer. Completion sends the pending value, immediately and where the source completes; a failure drops it. The
  /// first value of a period is delivered where the source delivers, the latest on the scheduler, by default its own
  /// queue. A period that is not greater than zero traps, and so does the immediate scheduler. RAC's `throttle` is
  /// ``debounce(for:on:)``.
  public func throttle(
    for period: Duration, edge: ThrottleEdge = .leading,
    on scheduler: any Scheduler = QueueScheduler(name: "rill.throttle")
  ) -> Signal<Value, Failure> {
    precondition(period > .zero, "`throttle(for:)` needs a period greater than zero, got \(period).")
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
