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
    runningAgain(countsIdleRuns: policy.resetsOnValue, on: scheduler) { retries, end in
      guard case .failed(let failure) = end else { return nil }
      return policy.delay(before: retries, after: failure)
    }
  }
}
