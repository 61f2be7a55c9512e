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
    if period <= .zero { fatalError("`throttle(for:)` needs a period greater than zero, got \(period).") }
    return apply(Throttling(period: period, periods: ThrottlePeriods(edge)), on: scheduler)
  }
}

private struct Throttling<Value: Sendable, Failure: Error>: TimedRule {
  let period: Duration
  var periods: ThrottlePeriods<Value>

  mutating func step(_ input: Value, _ response: inout Response<Value, Failure>) {
    let (emitted, begins) = periods.receive(input)
    if begins { response.startTimer(after: period) }
    if let emitted { response.emit(emitted) }
  }

  mutating func timerFired(_ response: inout Response<Value, Failure>) {
    guard let value = periods.end() else { return }
    response.emit(value)
    response.startTimer(after: period)
  }

  mutating func finish(_ response: inout Response<Value, Failure>) {
    if let latest = periods.latest { response.emit(latest) }
    response.finish()
  }
}

/// The rule of `throttle` without the timer or the stream that ends a period.
struct ThrottlePeriods<Value: Sendable>: Sendable {
  let edge: ThrottleEdge
  private(set) var latest: Value?
  private var isInPeriod = false

  init(_ edge: ThrottleEdge) { self.edge = edge }

  /// Returns the value to send, if there is one, and whether a period begins.
  mutating func receive(_ value: Value) -> (emitted: Value?, begins: Bool) {
    let begins = !isInPeriod
    isInPeriod = true
    if edge == .trailing || edge == .both && !begins { latest = value }
    return (begins && edge != .trailing ? value : nil, begins)
  }

  /// Ends the period, and returns its latest value, with which the next one begins.
  mutating func end() -> Value? {
    isInPeriod = latest != nil
    return latest.take()
  }
}
