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
      let retries = Retries(policy)
      let run = policy.resetsOnValue ? source.on(next: { _ in retries.reset() }) : source
      let relay = Relay(sink, subscription) { lastEnd in
        guard let lastEnd else { return .attach(run) }
        guard case .failed(let failure) = lastEnd, let delay = retries.delay(after: failure) else {
          return .end(lastEnd)
        }
        return .attach(delay > .zero ? run.subscribe(after: delay, on: scheduler) : run)
      }
      relay.advance()
    })
  }
}

/// How often one subscription has retried in a row.
private final class Retries<Failure: Error>: Sendable {
  private let policy: RetryPolicy<Failure>

  /// Guard: used only by the run of the moment, whose events do not overlap, and between one run and the next.
  nonisolated(unsafe) private var count = 0

  init(_ policy: RetryPolicy<Failure>) { self.policy = policy }

  func reset() { count = 0 }

  func delay(after failure: Failure) -> Duration? {
    count += 1
    return policy.delay(before: count, after: failure)
  }
}
