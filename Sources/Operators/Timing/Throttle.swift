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
  /// ``debounce(for:on:when:)``.
  public func throttle(
    for period: Duration, edge: ThrottleEdge = .leading,
    on scheduler: any Scheduler = QueueScheduler(name: "rill.throttle")
  ) -> Signal<Value, Failure> {
    if period <= .zero { fatalError("`throttle(for:)` needs a period greater than zero, got \(period).") }
    scheduler.requireDelays()
    return throttle(edge) { _, open, joint in
      open.add(scheduler.schedule(after: period) { if joint.close(open) { joint.receive(.bEnded) } })
    }
  }
}
