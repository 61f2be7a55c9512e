import StreamCore

/// One wait: for the first value, or the end.
final class Wait<Outcome: Sendable, Cause: Error>: Sendable {
  private let condition = Condition()

  /// Guard for both: touched only with the condition's lock held.
  nonisolated(unsafe) private var settled: Result<Outcome?, WaitFailure<Cause>>?
  nonisolated(unsafe) private var isOver = false

  var result: Result<Outcome?, WaitFailure<Cause>>? { condition.withLock { settled } }

  /// The sink is all that knows the hold, so when that is released nobody can send any more.
  func start(_ stream: Signal<Outcome, Cause>, _ subscription: Subscription) {
    let hold = Hold(self)
    stream.attach(
      Sink(
        next: { value in
          subscription.dispose()
          hold.wait.settle(.success(value))
        },
        end: { completion in
          subscription.dispose()
          switch completion {
          case .completed: hold.wait.settle(.success(nil))
          case .failed(let failure): hold.wait.settle(.failure(.failed(failure)))
          }
        }),
      to: subscription)
  }

  /// - Returns: `false` when the time is over.
  func sleep(_ timeout: Duration) -> Bool {
    let deadline = SuspendingClock.now.advanced(by: timeout.asWait)
    return condition.withLock {
      while !isOver, condition.wait(until: deadline) {}
      return isOver
    }
  }

  private func settle(_ result: Result<Outcome?, WaitFailure<Cause>>?) {
    condition.withLock {
      if settled == nil { settled = result }
      isOver = true
      condition.announce()
    }
  }

  private final class Hold: Sendable {
    let wait: Wait

    init(_ wait: Wait) { self.wait = wait }

    deinit { wait.settle(nil) }
  }
}
