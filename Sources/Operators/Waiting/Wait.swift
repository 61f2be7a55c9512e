import StreamCore

/// A wait for the first value or the end.
final class Wait<Outcome: Sendable, Cause: Error>: Waiter {
  private let condition = Condition()

  /// Guarded by: the lock of `condition`.
  nonisolated(unsafe) private var settled: Result<Outcome?, WaitFailure<Cause>>?
  nonisolated(unsafe) private var isOver = false

  var result: Result<Outcome?, WaitFailure<Cause>>? { condition.withLock { settled } }

  /// Only the sink retains the owner: when the sink is released, the stream can no longer send.
  func start(_ stream: Signal<Outcome, Cause>, _ subscription: Subscription) {
    let owner = WaiterOwner(self, subscription)
    stream.attach(
      Sink(
        next: { value in
          subscription.dispose()
          owner.waiter.finish(.success(value))
        },
        end: { completion in
          subscription.dispose()
          switch completion {
          case .completed: owner.waiter.finish(.success(nil))
          case .failed(let failure): owner.waiter.finish(.failure(.failed(failure)))
          }
        }),
      to: subscription)
  }

  /// - Returns: `false` after the timeout.
  func sleep(_ timeout: Duration) -> Bool {
    let deadline = SuspendingClock.now.advanced(by: timeout.asWait)
    return condition.withLock {
      while !isOver, condition.wait(until: deadline) {}
      return isOver
    }
  }

  private func finish(_ result: Result<Outcome?, WaitFailure<Cause>>?) {
    condition.withLock {
      if settled == nil { settled = result }
      isOver = true
      condition.broadcast()
    }
  }

  func sourceIsUnreachable() { finish(nil) }
}
