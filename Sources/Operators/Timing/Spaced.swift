public import StreamCore

extension StreamProtocol {
  /// Spaces the values apart: at least the given time passes between two of them, and none is dropped.
  ///
  ///     source              12----34-|
  ///     spaced(by: 2 ticks) 1-2---3-4|
  ///
  /// Keeps the waiting values under the policy `buffering`, without a bound unless stated, and one timer. Completion is
  /// sent after the waiting values; a failure passes immediately and drops them. A value that needs no wait is
  /// delivered where the source delivers, the others on the scheduler, by default its own queue. A time that is not
  /// greater than zero traps, and so does the immediate scheduler. ``rateLimit(_:per:burst:buffering:on:cost:)``
  /// permits bursts.
  public func spaced(
    by interval: Duration, buffering: BufferPolicy<Value> = .unbounded,
    on scheduler: any Scheduler = QueueScheduler(name: "rill.spaced")
  ) -> Signal<Value, Failure> {
    if interval <= .zero { fatalError("`spaced(by:)` needs a time greater than zero, got \(interval).") }
    return apply(
      RateLimiting(interval: interval, burst: 1, cost: { _ in 1 }, waiting: Buffer(buffering)), on: scheduler)
  }
}
