public import StreamCore

extension StreamProtocol {
  /// Drops the values of a last period.
  ///
  ///     source               a-b---c-d|
  ///     skip(last: 3 ticks)  ------(ab)--|
  ///
  /// A value is known not to belong to the last period when the time has passed. It is emitted at the next value after
  /// that, or at completion. Keeps the values of a period, without a bound. The scheduler only provides the clock.
  /// Delivers where the source delivers; completes and fails with the source. A negative time traps, and so does the
  /// immediate scheduler.
  public func skip(
    last duration: Duration, on scheduler: any Scheduler = QueueScheduler(name: "rill.skip")
  ) -> Signal<Value, Failure> {
    duration.requirePositiveOrZero()
    return apply(KeepingLastFor(duration: duration, emitsLast: false), on: scheduler)
  }
}
