public import StreamCore

extension StreamProtocol {
  /// Waits for the stream by blocking the calling thread: for tests, scripts and tools only.
  ///
  /// ```swift
  /// let names = try request.blocking(timeout: .seconds(2)).toArray()
  /// ```
  ///
  /// In other code use `await`. A thread that waits for its own work deadlocks: for example the main actor, for a
  /// stream that delivers on the main actor. So each wait is limited by `timeout` and fails with a ``WaitFailure`` that
  /// names the likely cause. A stream that can no longer send, because it has been released, fails immediately. Calling
  /// this from `async` code does not compile. A timeout that is not greater than zero traps.
  public func blocking(timeout: Duration = .seconds(10)) -> Blocking<Value, Failure> {
    if timeout <= .zero { fatalError("`blocking(timeout:)` needs a timeout greater than zero, got \(timeout).") }
    return Blocking(signal: signal, timeout: timeout)
  }
}

/// A stream to block on, made by ``StreamProtocol/blocking(timeout:)``.
///
/// Each method subscribes and waits, and has disposed its subscription when it returns. A source on another thread
/// (``StreamProtocol/subscribe(on:)``) may still be stopping then.
public struct Blocking<Value: Sendable, Failure: Error>: Sendable {
  let signal: Signal<Value, Failure>
  let timeout: Duration

  /// Returns the first value, or `nil` from a stream that completes without one.
  @available(*, noasync, message: "This would block a thread of the concurrency pool: `await` the values instead.")
  public func first() throws(WaitFailure<Failure>) -> Value? { try wait(for: signal.first()) }

  /// Returns the last value, or `nil` from a stream that completes without one.
  @available(*, noasync, message: "This would block a thread of the concurrency pool: `await` the values instead.")
  public func last() throws(WaitFailure<Failure>) -> Value? { try wait(for: signal.last()) }

  /// Returns the only value; none or a second one is a failure.
  @available(*, noasync, message: "This would block a thread of the concurrency pool: `await` the values instead.")
  public func single() throws(WaitFailure<SingleFailure<Failure>>) -> Value {
    guard let value = try wait(for: signal.single()) else { throw .failed(.noValue) }
    return value
  }

  /// Returns all values, once the stream has completed.
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
    let events = Reader(stream).takeAll(until: .now.advanced(by: timeout.asWait))
    switch events?.first {
    case .next(let outcome): return outcome
    case .failed(let failure): throw .failed(failure)
    case .completed: return nil
    case nil: throw events == nil ? .overdue(after: timeout, onMainActor: isOnMain) : .abandoned
    }
  }
}
