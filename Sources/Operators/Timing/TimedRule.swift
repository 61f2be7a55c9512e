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
  fileprivate enum Timer: Sendable {
    case unchanged
    case stopped
    case started(after: Duration)
  }

  fileprivate var outputs = Burst<Output>()
  fileprivate var timer = Timer.unchanged
  fileprivate var end: Completion<Failure>?
  fileprivate let clock: @Sendable () -> Duration

  /// How long the run has lasted.
  var now: Duration { clock() }

  /// Sends a value after those of this step so far.
  mutating func emit(_ output: Output) { outputs.append(output) }

  /// Starts the timer, in place of one that is running.
  mutating func startTimer(after delay: Duration) { timer = .started(after: delay) }

  mutating func stopTimer() { timer = .stopped }

  /// Completes the result when what was sent has been delivered.
  mutating func finish() { end = .completed }

  /// Fails the result when what was sent has been delivered.
  mutating func fail(_ failure: Failure) { end = .failed(failure) }
}

extension StreamProtocol {
  /// The stream with a rule applied to its values, whose timer runs on a scheduler.
  func apply<Rule: TimedRule, S: Scheduler>(
    _ rule: Rule, on scheduler: S, named name: StaticString = #function
  ) -> Signal<Rule.Output, Failure>
  where Rule.Input == Value, Rule.Failure == Failure {
    scheduler.requireWaiting(name)
    let source = signal
    return Signal(
      attaching: { sink, subscription in
        let start = scheduler.now
        let timer = RuleTimer<Rule, S>(scheduler)
        let joint = Joint<Timed<Rule>, Failure>(
          Timed(rule: rule) { start.duration(to: scheduler.now) },
          Sink(next: { timer.perform($0.response, $0.timer, sink, subscription) }, end: sink.end),
          subscription)
        timer.joint = joint
        // The timer is one of the joint's upstreams, so whatever ends the joint stops it.
        joint.open().subscription.add(timer.handle)
        joint.receive(.started)
        joint.attach(source, next: { .value($0) }, completed: .ended)
      }, named: name)
  }
}

/// A timed rule as a rule of a joint. The timer has a number each time that it is started, by which the joint knows one
/// that fired although it had been stopped or started again.
private struct Timed<Rule: TimedRule>: Operator {
  enum Input: Sendable {
    case started
    case value(Rule.Input)
    case timerFired(Int)
    case ended
  }

  var rule: Rule
  var timer = 0
  let clock: @Sendable () -> Duration

  mutating func step(
    _ input: Input
  ) -> Step<(response: Response<Rule.Output, Rule.Failure>, timer: Int)> {
    var response = Response<Rule.Output, Rule.Failure>(clock: clock)
    switch input {
    case .started: rule.start(&response)
    case .value(let value): rule.step(value, &response)
    case .timerFired(let number):
      guard number == timer else { return .skip }
      rule.timerFired(&response)
    case .ended: rule.finish(&response)
    }
    if case .unchanged = response.timer {} else { timer += 1 }
    if case .completed = response.end { return .emitAndFinish((response, timer)) }
    return .emit((response, timer))
  }
}

/// Does what a response asks for: the timer first, so that slow receivers do not delay it, then the values.
private final class RuleTimer<Rule: TimedRule, S: Scheduler>: Sendable {
  let handle = SerialDisposable()
  private let scheduler: S

  /// Weak, since the joint has its sink and the sink has this. Guard: set once, before anything is attached.
  nonisolated(unsafe) weak var joint: Joint<Timed<Rule>, Rule.Failure>?

  init(_ scheduler: S) { self.scheduler = scheduler }

  func perform(
    _ response: Response<Rule.Output, Rule.Failure>, _ number: Int, _ sink: Sink<Rule.Output, Rule.Failure>,
    _ subscription: Subscription
  ) {
    switch response.timer {
    case .unchanged: break
    case .stopped: handle.inner = nil
    case .started(let delay):
      guard let joint else { break }
      handle.inner = scheduler.schedule(after: delay) { joint.receive(.timerFired(number)) }
    }
    response.outputs.send(to: sink, subscription)
    if case .failed(let failure) = response.end { joint?.fail(failure) }
  }
}

extension Scheduler {
  /// Traps for the immediate scheduler: it blocks its caller where others wait.
  func requireWaiting(_ caller: StaticString = #function) {
    precondition(
      !(self is ImmediateScheduler), "\(caller) needs a scheduler that can wait, and the immediate one cannot.")
  }
}

extension Duration {
  /// Traps for a negative length of time.
  func requirePositiveOrZero(_ caller: StaticString = #function) {
    precondition(self >= .zero, "A length of time cannot be negative in \(caller), and this is \(self).")
  }
}
