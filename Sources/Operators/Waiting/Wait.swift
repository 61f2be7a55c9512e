import Dispatch
import StreamCore

/// One wait: for the first value, or the end.
final class Wait<Outcome: Sendable, Cause: Error>: Sendable {
  private let done = DispatchSemaphore(value: 0)
  private let state = Lock<Result<Outcome?, WaitFailure<Cause>>?>(nil)

  var result: Result<Outcome?, WaitFailure<Cause>>? { state.withLock { $0 } }

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
    let nanoseconds = min(timeout / .nanoseconds(1), Double(Int64.max / 2))
    return done.wait(timeout: .now() + .nanoseconds(Int(nanoseconds))) == .success
  }

  private func settle(_ result: Result<Outcome?, WaitFailure<Cause>>) {
    state.withLock { if $0 == nil { $0 = result } }
    done.signal()
  }

  private final class Hold: Sendable {
    let wait: Wait

    init(_ wait: Wait) { self.wait = wait }

    deinit { wait.done.signal() }
  }
}
