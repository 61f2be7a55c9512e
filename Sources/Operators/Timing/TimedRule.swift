import StreamCore

/// A rule with an alarm clock: what an operator over one stream and over time does, apart from threads, timers and
/// ends.
///
/// Like ``Operator``, but a step talks to a ``Turn``: it may send several values, set the one alarm, and end the result
/// either way. A failure of the source never gets here; it passes at once.
protocol TimedRule<Input, Output, Failure>: Sendable {
  associatedtype Input: Sendable
  associatedtype Output: Sendable
  associatedtype Failure: Error

  /// The run begins; the source is subscribed to after this.
  mutating func start(_ turn: inout Turn<Output, Failure>)

  /// Takes a value.
  mutating func step(_ input: Input, _ turn: inout Turn<Output, Failure>)

  /// The alarm rings. It has to be set again to ring again.
  mutating func ring(_ turn: inout Turn<Output, Failure>)

  /// The source has completed. The result has not, unless the rule says so.
  mutating func finish(_ turn: inout Turn<Output, Failure>)
}

extension TimedRule {
  mutating func start(_ turn: inout Turn<Output, Failure>) {}
}

/// What a rule asks for in one step.
struct Turn<Output: Sendable, Failure: Error>: Sendable {
  enum Alarm: Sendable {
    case unchanged
    case off
    case set(after: Duration)
  }

  private(set) var outputs = Burst<Output>()
  private(set) var alarm = Alarm.unchanged
  private(set) var end: Completion<Failure>?
  private let clock: @Sendable () -> Duration

  init(_ clock: @escaping @Sendable () -> Duration) { self.clock = clock }

  /// How long the run has lasted.
  var now: Duration { clock() }

  /// Sends a value after those of this step so far.
  mutating func emit(_ output: Output) { outputs.append(output) }

  /// Sets the alarm in place of the one that is set.
  mutating func wake(after delay: Duration) { alarm = .set(after: delay) }

  /// Turns the alarm off.
  mutating func sleep() { alarm = .off }

  /// Completes the result when what was sent has been delivered.
  mutating func finish() { end = .completed }

  /// Fails the result when what was sent has been delivered.
  mutating func fail(_ failure: Failure) { end = .failed(failure) }
}

extension StreamProtocol {
  /// The stream with a rule applied to its values, whose alarm rings on a scheduler.
  func apply<Rule: TimedRule, S: Scheduler>(_ rule: Rule, on scheduler: S) -> Signal<Rule.Output, Failure>
  where Rule.Input == Value, Rule.Failure == Failure {
    scheduler.requireWaiting()
    let source = signal
    return Signal(attaching: { sink, subscription in
      let start = scheduler.now
      let alarm = AlarmClock<Rule, S>(scheduler)
      let joint = Joint<Timed<Rule>, Failure>(
        Timed(rule) { start.duration(to: scheduler.now) },
        Sink(next: { alarm.perform($0, sink, subscription) }, end: sink.end),
        subscription)
      alarm.joint = joint
      // The alarm is one of the joint's upstreams, so whatever ends the joint turns it off.
      joint.open().subscription.add(alarm.timer)
      joint.receive(.started)
      joint.attach(source, next: { .value($0) }, completed: .ended)
    })
  }
}

/// A timed rule as a rule of a joint. It numbers the alarms, so one that rings although it was replaced is not heard.
struct Timed<Rule: TimedRule>: Operator {
  enum Input: Sendable {
    case started
    case value(Rule.Input)
    case rang(Int)
    case ended
  }

  /// A turn, and the number of the alarm if it sets one.
  struct Output: Sendable {
    let turn: Turn<Rule.Output, Rule.Failure>
    let alarm: Int
  }

  private var rule: Rule
  private var alarm = 0
  private let clock: @Sendable () -> Duration

  init(_ rule: Rule, _ clock: @escaping @Sendable () -> Duration) {
    self.rule = rule
    self.clock = clock
  }

  mutating func step(_ input: Input) -> Step<Output> {
    var turn = Turn<Rule.Output, Rule.Failure>(clock)
    switch input {
    case .started: rule.start(&turn)
    case .value(let value): rule.step(value, &turn)
    case .rang(let number):
      guard number == alarm else { return .skip }
      rule.ring(&turn)
    case .ended: rule.finish(&turn)
    }
    if case .unchanged = turn.alarm {} else { alarm += 1 }
    let output = Output(turn: turn, alarm: alarm)
    if case .completed = turn.end { return .emitAndFinish(output) }
    return .emit(output)
  }
}

/// Does what a turn asks for: the alarm first, so that slow receivers do not delay it, then the values.
private final class AlarmClock<Rule: TimedRule, S: Scheduler>: Sendable {
  let timer = SerialDisposable()
  private let scheduler: S

  /// Weak, since the joint has its sink and the sink has this. Guard: set once, before anything is attached.
  nonisolated(unsafe) weak var joint: Joint<Timed<Rule>, Rule.Failure>?

  init(_ scheduler: S) { self.scheduler = scheduler }

  func perform(_ output: Timed<Rule>.Output, _ sink: Sink<Rule.Output, Rule.Failure>, _ subscription: Subscription) {
    switch output.turn.alarm {
    case .unchanged: break
    case .off: timer.inner = nil
    case .set(let delay):
      guard let joint else { break }
      let number = output.alarm
      timer.inner = scheduler.schedule(after: delay) { joint.receive(.rang(number)) }
    }
    output.turn.outputs.send(to: sink, subscription)
    if case .failed(let failure) = output.turn.end { joint?.fail(failure) }
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
