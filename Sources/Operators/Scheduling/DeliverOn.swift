public import StreamCore

extension StreamProtocol {
  /// Delivers all events on a scheduler, in order.
  ///
  ///     source          -1-2---3-|
  ///     deliver(on: s)  -1-2---3-|   on s
  ///
  /// Every event hops, including the end, which comes after all values. A burst costs one scheduled action, which also
  /// delivers values that arrive before it is over. After 256 values or a few milliseconds it schedules another action,
  /// so that other work on the scheduler can run. Keeps the queued values, bounded by `buffering`; the end is always
  /// queued. Disposing releases them immediately, or, without a bound, when the running handler returns. No lock is
  /// held during delivery, and no sender waits for it. The subscription to the source does not hop; use
  /// ``subscribe(on:)`` for that.
  ///
  /// The function of `.coalescing` runs where the source sends. Under `.suspending(n)`, senders that can wait are
  /// suspended while `n` values are queued. If a consumer downstream has no capacity, the action ends, and the next one
  /// begins when there is capacity. Under the other policies no consumer downstream suspends a sender.
  @inlinable
  public func deliver(
    on scheduler: any Scheduler, buffering: BufferPolicy<Value> = .unbounded
  ) -> Signal<Value, Failure> {
    deliver(on: scheduler, buffering, overflow: nil)
  }

  /// Delivers all events on a scheduler, and fails when too many values are queued.
  ///
  ///     source                             -(123)---
  ///     deliver(on: s, limit: 2, failure)  -(12#)      on s
  ///
  /// A value that arrives when `limit` values are queued disposes the source. The queued values are still delivered,
  /// then the failure. All else is as in ``deliver(on:buffering:)``. A limit below 1 traps.
  @inlinable
  public func deliver(on scheduler: any Scheduler, limit: Int, failure: Failure) -> Signal<Value, Failure> {
    deliver(on: scheduler, .oldest(limit), overflow: failure)
  }

  @inlinable
  func deliver(
    on scheduler: any Scheduler, _ policy: BufferPolicy<Value>, overflow: Failure?
  ) -> Signal<Value, Failure> {
    stage { source, sink, subscription in
      let drain = ScheduledDrain(sink, subscription, policy, scheduler)
      let upstream = Subscription()
      subscription.add(upstream)
      source.attach(to: upstream) { value in
        if drain.enqueue(value) { return }
        guard let overflow, upstream.isActive else { return }
        upstream.dispose()
        drain.enqueue(.failed(overflow))
      } end: {
        drain.enqueue($0)
      }
    }
  }
}
