public import StreamCore

extension StreamProtocol {
  /// Emits the values of a last period, when the source has completed.
  ///
  ///     source               a---b-c-|
  ///     take(last: 5 ticks)  --------(bc|)
  ///
  /// Keeps the values of that period, at most the last `limit` of them; without a limit there is no bound. The
  /// scheduler only provides the clock. Delivers where the source completes; a failure passes, and the values are lost.
  /// A negative time or a negative limit traps, and so does the immediate scheduler.
  public func take(
    last duration: Duration, limit: Int = .max, on scheduler: any Scheduler = QueueScheduler(name: "rill.take")
  ) -> Signal<Value, Failure> {
    duration.requirePositiveOrZero()
    if limit < 0 { fatalError("`take(last:limit:)` needs a limit of 0 or more, got \(limit).") }
    return apply(KeepingLastFor(duration: duration, limit: limit, emitsLast: true), on: scheduler)
  }
}
