import StreamCore

/// A rule with one timer: what an operator over one stream and over time does, apart from threads, schedulers and ends.
///
/// Like ``Operator``, but a step fills in a ``Response``: it may send several values, start or stop the timer, and end
/// the result either way. A failure of the source never gets here; it passes at once.
protocol TimedRule<Input, Output, Failure>: Sendable {
  associatedtype Input: Sendable
  associatedtype Output: Sendable
  associatedtype Failure: Error

  /// The run begins; the source is subscribed to after this.
  mutating func start(_ response: inout Response<Output, Failure>)

  /// Takes a value.
  mutating func step(_ input: Input, _ response: inout Response<Output, Failure>)

  /// The timer has fired. It does so once, each time that it is started.
  mutating func timerFired(_ response: inout Response<Output, Failure>)

  /// The source has completed, and so does the result unless the rule has something left to send.
  mutating func finish(_ response: inout Response<Output, Failure>)
}

extension TimedRule {
  mutating func start(_ response: inout Response<Output, Failure>) {}
  mutating func finish(_ response: inout Response<Output, Failure>) { response.finish() }
}

/// The answer of a timed rule to one input: values, what to do with the timer, the end.
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

  /// How long the run has lasted.
  var elapsed: Duration { clock() }

  /// Sends a value after those of this step so far.
  mutating func emit(_ output: Output) { outputs.append(output) }

  /// Starts the timer, in place of one that is running.
  mutating func startTimer(after delay: Duration) { timerChange = .started(after: delay) }

  mutating func stopTimer() { timerChange = .stopped }

  /// Completes the result when what was sent has been delivered.
  mutating func finish() { end = .completed }

  /// Fails the result when what was sent has been delivered.
  mutating func fail(_ failure: Failure) { end = .failed(failure) }
}
