import StreamCore

/// A rule with one timer: an operator over one stream and time, without threads and schedulers.
///
/// Like ``Operator``, except that a step fills in a ``Response``: it may send several values, start or stop the timer,
/// and complete or fail the result. A failure of the source does not reach the rule; it passes immediately.
@usableFromInline
protocol TimedRule<Input, Output, Failure>: Sendable {
  associatedtype Input: Sendable
  associatedtype Output: Sendable
  associatedtype Failure: Error

  /// Called at the subscription, before the source is subscribed to.
  mutating func start(_ response: inout Response<Output, Failure>)

  /// Called for each value.
  mutating func step(_ input: Input, _ response: inout Response<Output, Failure>)

  /// Called when the timer fires: once for each start, unless it was stopped or started again before.
  mutating func timerFired(_ response: inout Response<Output, Failure>)

  /// Called when the source completes. The result completes, too, unless the rule still has values to send.
  mutating func finish(_ response: inout Response<Output, Failure>)
}

extension TimedRule {
  @inlinable mutating func start(_ response: inout Response<Output, Failure>) {}
  @inlinable mutating func timerFired(_ response: inout Response<Output, Failure>) {}
  @inlinable mutating func finish(_ response: inout Response<Output, Failure>) { response.finish() }
}

/// The response of a timed rule to one input: values, a change of the timer, and the end.
@usableFromInline
struct Response<Output: Sendable, Failure: Error>: Sendable {
  @usableFromInline
  enum TimerChange: Sendable {
    case unchanged
    case stopped
    case started(after: Duration)
  }

  @usableFromInline var outputs = Burst<Output>()
  @usableFromInline var timerChange = TimerChange.unchanged

  /// The number of the latest start or stop of the timer.
  @usableFromInline var timerNumber = 0
  @usableFromInline var end: Completion<Failure>?
  @usableFromInline let clock: @Sendable () -> Duration

  @inlinable
  init(clock: @escaping @Sendable () -> Duration) { self.clock = clock }

  /// The time since the subscription.
  @inlinable var elapsed: Duration { clock() }

  /// Sends a value after the earlier values of this step.
  @inlinable
  mutating func emit(_ output: Output) { outputs.append(output) }

  /// Starts the timer, and replaces a running one.
  @inlinable
  mutating func startTimer(after delay: Duration) { timerChange = .started(after: delay) }

  @inlinable
  mutating func stopTimer() { timerChange = .stopped }

  /// Completes the result after the values of this step.
  @inlinable
  mutating func finish() { end = .completed }

  /// Fails the result after the values of this step.
  @inlinable
  mutating func fail(_ failure: Failure) { end = .failed(failure) }
}
