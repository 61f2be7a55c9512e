public import StreamCore

extension StreamProtocol {
  /// The stream to wait for, with the calling thread: for tests, scripts and tools. Everything else uses `await`.
  ///
  /// ```swift
  /// let names = try request.blocking(timeout: .seconds(2)).toArray()
  /// ```
  ///
  /// A thread that waits for itself would wait for ever: the main actor, say, for a stream that delivers on the main
  /// actor. So no wait is longer than `timeout`, and one that is in vain says so: see ``WaitFailure``. A stream
  /// that cannot send any more, since nothing has a hold of it, is found out at once. Waiting from `async` code is an
  /// error of the compiler. A timeout that is not greater than zero traps.
  public func blocking(timeout: Duration = .seconds(10)) -> Blocking<Value, Failure> {
    precondition(timeout > .zero, "There must be time to wait, and not \(timeout).")
    return Blocking(signal: signal, timeout: timeout)
  }
}

/// A stream to wait for; made by ``StreamProtocol/blocking(timeout:)``.
///
/// Each method subscribes, waits, and has disposed its subscription when it returns. A source that runs on another
/// thread (``StreamProtocol/subscribe(on:)``) may be on its way out still.
public struct Blocking<Value: Sendable, Failure: Error>: Sendable {
  let signal: Signal<Value, Failure>
  let timeout: Duration

  /// The first value, or `nil` from a stream that completes without one.
  @available(*, noasync, message: "This would block a thread of the concurrency pool: `await` the values instead.")
  public func first() throws(WaitFailure<Failure>) -> Value? { try wait(for: signal.first()) }

  /// The last value, or `nil` from a stream that completes without one.
  @available(*, noasync, message: "This would block a thread of the concurrency pool: `await` the values instead.")
  public func last() throws(WaitFailure<Failure>) -> Value? { try wait(for: signal.last()) }

  /// The only value; that there is none, or a second, is a failure.
  @available(*, noasync, message: "This would block a thread of the concurrency pool: `await` the values instead.")
  public func single() throws(WaitFailure<SingleFailure<Failure>>) -> Value {
    guard let value = try wait(for: signal.single()) else { throw .failed(.none) }
    return value
  }

  /// All values, once the stream has completed.
  @available(*, noasync, message: "This would block a thread of the concurrency pool: `await` the values instead.")
  public func toArray() throws(WaitFailure<Failure>) -> [Value] { try wait(for: signal.collect()) ?? [] }

  /// Waits until the stream has completed.
  @available(*, noasync, message: "This would block a thread of the concurrency pool: `await` the values instead.")
  public func wait() throws(WaitFailure<Failure>) { _ = try wait(for: signal.ignoreValues()) }

  /// Waits for a stream of at most one value.
  private func wait<Outcome: Sendable, Cause: Error>(
    for stream: Signal<Outcome, Cause>
  ) throws(WaitFailure<Cause>) -> Outcome? {
    let isOnMain = isOnMainQueue
    let wait = Wait<Outcome, Cause>()
    let subscription = Subscription()
    wait.start(stream, subscription)
    let isDone = wait.sleep(timeout)
    subscription.dispose()
    switch wait.result {
    case .success(let outcome): return outcome
    case .failure(let failure): throw failure
    case nil: throw isDone ? .abandoned : .overdue(after: timeout, onMainActor: isOnMain)
    }
  }
}
