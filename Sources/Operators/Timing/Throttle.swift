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
    apply(Throttling(period, edge), on: scheduler)
  }
}

private struct Throttling<Value: Sendable, Failure: Error>: TimedRule {
  let period: Duration
  let edge: ThrottleEdge
  var latest: Value?
  var isPeriod = false

  init(_ period: Duration, _ edge: ThrottleEdge) {
    precondition(period > .zero, "The period of a throttle must be greater than zero, and not \(period).")
    self.period = period
    self.edge = edge
  }

  mutating func step(_ input: Value, _ turn: inout Turn<Value, Failure>) {
    if isPeriod {
      if edge != .leading { latest = input }
      return
    }
    isPeriod = true
    turn.wake(after: period)
    if edge == .trailing { latest = input } else { turn.emit(input) }
  }

  mutating func ring(_ turn: inout Turn<Value, Failure>) {
    isPeriod = false
    guard let value = latest else { return }
    latest = nil
    turn.emit(value)
    isPeriod = true
    turn.wake(after: period)
  }

  mutating func finish(_ turn: inout Turn<Value, Failure>) {
    if let latest { turn.emit(latest) }
    turn.finish()
  }
}
