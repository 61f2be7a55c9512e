public import StreamCore

extension StreamProtocol {
  /// Subscribes again when the stream fails, as a policy specifies.
  ///
  ///     source                              1-#
  ///     retry(.constant(3 ticks, limit: 1)) 1----1-#
  ///
  /// A delay is spent on the scheduler, by default its own queue, and the next run begins there. Without a delay the
  /// run begins immediately, where the failure arrived. The first failure that is not retried passes. Disposing
  /// releases the timer. Keeps a counter for each subscription. All else is as in ``retry()``. On the immediate
  /// scheduler a delay blocks the thread.
  public func retry(
    _ policy: RetryPolicy<Failure>, on scheduler: any Scheduler = QueueScheduler(name: "rill.retry")
  ) -> Signal<Value, Failure> {
    let source = signal
    return Signal(attaching: { sink, subscription in
      // The number of consecutive retries of this subscription.
      let count = Box(0)
      let run = policy.resetsOnValue ? source.on(next: { _ in count.value = 0 }) : source
      Sequencer.run(sink, subscription) { lastEnd in
        guard let lastEnd else { return .attach(run) }
        guard case .failed(let failure) = lastEnd else { return .end(lastEnd) }
        count.value += 1
        guard let delay = policy.delay(before: count.value, after: failure) else { return .end(lastEnd) }
        return .attach(delay > .zero ? run.delaySubscription(for: delay, on: scheduler) : run)
      }
    })
  }
}
