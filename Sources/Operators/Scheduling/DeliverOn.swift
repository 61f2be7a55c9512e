public import StreamCore

extension StreamProtocol {
  /// The same events, delivered on a scheduler, in order.
  ///
  ///     source          -1-2---3-|
  ///     deliver(on: s)  -1-2---3-|   on s
  ///
  /// Every event moves, the end too, and the end comes after all values. A burst costs one scheduled action: what
  /// arrives before the action is over is delivered by it, up to 256 values or a few milliseconds; then the next goes
  /// on, so that others get their turn. Keeps the values that wait, which `buffering` bounds; the end always finds
  /// room. Disposing frees them immediately, or, without a bound, when the handler that is running returns. No lock is
  /// held while a value is delivered, and no sender waits for that. Subscribing to the source is not moved; that is
  /// ``subscribe(on:)``.
  ///
  /// The function of `.coalescing` runs where the source sends. Under `.suspending(n)` senders that can wait do so
  /// while `n` values are queued; and if a consumer below has no room (a loop that suspends its senders, say), the
  /// action is over, and the next begins when there is room. Under the other policies nothing below holds up a sender.
  @inlinable
  public func deliver<S: Scheduler>(
    on scheduler: S, buffering: BufferPolicy<Value> = .unbounded
  ) -> Signal<Value, Failure> {
    deliver(on: scheduler, buffering, overflow: nil)
  }

  /// The same events, delivered on a scheduler, and a failure when too many are waiting there.
  ///
  ///     source                             -(123)---
  ///     deliver(on: s, limit: 2, failure)  -(12#)      on s
  ///
  /// At the value that finds `limit` others waiting the source is disposed; those are still delivered, and then the
  /// failure. All else is as in ``deliver(on:buffering:)``. A limit below 1 traps.
  @inlinable
  public func deliver<S: Scheduler>(on scheduler: S, limit: Int, failure: Failure) -> Signal<Value, Failure> {
    deliver(on: scheduler, .oldest(limit), overflow: failure)
  }

  @inlinable
  func deliver<S: Scheduler>(
    on scheduler: S, _ policy: BufferPolicy<Value>, overflow: Failure?
  ) -> Signal<Value, Failure> {
    let source = signal
    return Signal(attaching: { sink, subscription in
      let delivery = ScheduledDrain(sink, subscription, policy, scheduler)
      let upstream = Subscription()
      delivery.begin(upstream)
      source.attach(
        Sink(
          next: { value in
            if delivery.accept(value) { return }
            guard let overflow, upstream.isActive else { return }
            upstream.dispose()
            delivery.accept(.failed(overflow))
          },
          end: { completion in
            guard upstream.isActive else { return }
            upstream.dispose()
            delivery.accept(completion)
          }),
        to: upstream)
    })
  }
}
