import StreamCore

extension StreamProtocol {
  /// Applies a timed rule, whose timer runs on a scheduler.
  @inlinable
  func apply<Rule: TimedRule>(
    _ rule: Rule, on scheduler: any Scheduler, named name: StaticString = #function
  ) -> Signal<Rule.Output, Failure>
  where Rule.Input == Value, Rule.Failure == Failure {
    scheduler.requireDelays(name)
    let source = signal
    return Signal(
      attaching: { sink, subscription in
        let driver = TimedRuleDriver<Rule>(scheduler)
        let joint = Joint<TimedRuleOperator<Rule>, Failure>(
          TimedRuleOperator(rule: rule, clock: scheduler.stopwatch()),
          Sink(next: { driver.perform($0, sink, subscription) }, end: sink.end),
          subscription)
        driver.joint = joint
        // The timer is one of the joint's upstreams, so the end of the joint stops it.
        joint.open().add(driver.timer)
        joint.receive(.started)
        joint.attach(source, next: { .value($0) }, completed: .ended)
      }, named: name)
  }
}

/// A timed rule as a rule of a joint.
///
/// Each start of the timer has a number, by which the joint ignores a timer that fired after it was stopped or
/// restarted.
@usableFromInline
struct TimedRuleOperator<Rule: TimedRule>: Operator {
  @usableFromInline
  enum Input: Sendable {
    case started
    case value(Rule.Input)
    case timerFired(Int)
    case ended
  }

  @usableFromInline var rule: Rule
  @usableFromInline var timerNumber = 0
  @usableFromInline let clock: @Sendable () -> Duration

  @inlinable
  init(rule: Rule, clock: @escaping @Sendable () -> Duration) {
    self.rule = rule
    self.clock = clock
  }

  @inlinable
  mutating func step(_ input: Input) -> Step<Response<Rule.Output, Rule.Failure>> {
    var response = Response<Rule.Output, Rule.Failure>(clock: clock)
    switch input {
    case .started: rule.start(&response)
    case .value(let value): rule.step(value, &response)
    case .timerFired(let number):
      guard number == timerNumber else { return .skip }
      rule.timerFired(&response)
    case .ended: rule.finish(&response)
    }
    if case .unchanged = response.timerChange {} else { timerNumber += 1 }
    response.timerNumber = timerNumber
    if case .completed = response.end { return .emitAndFinish(response) }
    return .emit(response)
  }
}

/// Performs a response: first the timer, so that slow receivers do not delay it, then the values.
@usableFromInline
final class TimedRuleDriver<Rule: TimedRule>: Sendable {
  @usableFromInline let timer = SerialDisposable()
  @usableFromInline let scheduler: any Scheduler

  /// Weak, because the joint retains its sink, and the sink retains the driver.
  ///
  /// Guarded by: initialization (set once, before anything is attached).
  @usableFromInline nonisolated(unsafe) weak var joint: Joint<TimedRuleOperator<Rule>, Rule.Failure>?

  @inlinable
  init(_ scheduler: any Scheduler) { self.scheduler = scheduler }

  @inlinable
  func perform(
    _ response: Response<Rule.Output, Rule.Failure>, _ sink: Sink<Rule.Output, Rule.Failure>,
    _ subscription: Subscription
  ) {
    switch response.timerChange {
    case .unchanged: break
    case .stopped: timer.inner = nil
    case .started(let delay):
      guard let joint else { break }
      let number = response.timerNumber
      timer.inner = scheduler.schedule(after: delay) { joint.receive(.timerFired(number)) }
    }
    response.outputs.send(to: sink, subscription)
    if case .failed(let failure) = response.end { joint?.fail(failure) }
  }
}
