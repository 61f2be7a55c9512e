public import StreamCore

extension StreamProtocol {
  /// Subscribes anew when the stream fails, when and for as long as a policy says so.
  ///
  ///     source                              1-#
  ///     retry(.constant(3 ticks, limit: 1)) 1----1-#
  ///
  /// A wait is on the scheduler, without `on:` on a queue of its own, and the run after it begins there; where the
  /// policy says not to wait, it begins at once where the failure came. The failure that is not retried passes.
  /// Disposing frees the timer. Keeps a counter for each subscription. All else is as in ``retry()``; with a policy
  /// that waits, the immediate scheduler blocks.
  public func retry<S: Scheduler>(
    _ policy: RetryPolicy<Failure>, on scheduler: S = QueueScheduler(name: "rill.retry")
  ) -> Signal<Value, Failure> {
    let source = signal
    return Signal(attaching: { sink, subscription in
      // How often this subscription has retried in a row.
      let count = Box(0)
      let run = policy.resetsOnValue ? source.on(next: { _ in count.value = 0 }) : source
      Relay.run(sink, subscription) { lastEnd in
        guard let lastEnd else { return .attach(run) }
        guard case .failed(let failure) = lastEnd else { return .end(lastEnd) }
        count.value += 1
        guard let delay = policy.delay(before: count.value, after: failure) else { return .end(lastEnd) }
        return .attach(delay > .zero ? run.subscribe(after: delay, on: scheduler) : run)
      }
    })
  }
}
