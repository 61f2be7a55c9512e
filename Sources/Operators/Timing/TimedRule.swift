import StreamCore

/// A rule with one timer: an operator over one stream and time, without threads and schedulers.
///
/// Like ``Operator``, except that a step fills in a ``Response``: it may send several values, start or stop the timer,
/// and complete or fail the result. A failure of the source does not reach the rule; it passes immediately.
protocol TimedRule<Input, Output, Failure>: Sendable {
  associatedtype Input: Sendable
  associatedtype Output: Sendable
  associatedtype Failure: Error

  /// Called at the subscription, before the source is subscribed to.
  mutating func start(_ response: inout Response<Output, Failure>)

  /// Called for each value.
  mutating func step(_ input: Input, _ response: inout Response<Output, Failure>)

  /// Called when the timer fires: once for each time that it was started.
  mutating func timerFired(_ response: inout Response<Output, Failure>)

  /// Called when the source completes. The result completes, too, unless the rule still has values to send.
  mutating func finish(_ response: inout Response<Output, Failure>)
}

extension TimedRule {
  mutating func start(_ response: inout Response<Output, Failure>) {}
  mutating func timerFired(_ response: inout Response<Output, Failure>) {}
  mutating func finish(_ response: inout Response<Output, Failure>) { response.finish() }
}

/// The response of a timed rule to one input: values, a change of the timer, and the end.
struct Response<Output: Sendable, Failure: Error>: Sendable {
  enum TimerChange: Sendable {
    case unchanged
    case stopped
    case started(after: Duration)
  }

  var outputs = Burst<Output>()
  var timerChange = TimerChange.unchanged
  var end: Completion<Failure>?
  let clock: @Sendable () -> Duration

  /// The time since the subscription.
  var elapsed: Duration { clock() }

  /// Sends a value after the earlier values of this step.
  mutating func emit(_ output: Output) { outputs.append(output) }

  /// Starts the timer, and replaces a running one.
  mutating func startTimer(after delay: Duration) { timerChange = .started(after: delay) }

  mutating func stopTimer() { timerChange = .stopped }

  /// Completes the result after the values of this step.
  mutating func finish() { end = .completed }

  /// Fails the result after the values of this step.
  mutating func fail(_ failure: Failure) { end = .failed(failure) }
}
