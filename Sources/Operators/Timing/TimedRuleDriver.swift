import StreamCore

extension StreamProtocol {
  /// The stream with a rule applied to its values, whose timer runs on a scheduler.
  func apply<Rule: TimedRule, S: Scheduler>(
    _ rule: Rule, on scheduler: S, named name: StaticString = #function
  ) -> Signal<Rule.Output, Failure>
  where Rule.Input == Value, Rule.Failure == Failure {
    scheduler.requireDelays(name)
    let source = signal
    return Signal(
      attaching: { sink, subscription in
        let start = scheduler.now
        let driver = TimedRuleDriver<Rule, S>(scheduler)
        let joint = Joint<TimedRuleOperator<Rule>, Failure>(
          TimedRuleOperator(rule: rule) { start.duration(to: scheduler.now) },
          Sink(next: { driver.perform($0.response, $0.timerNumber, sink, subscription) }, end: sink.end),
          subscription)
        driver.joint = joint
        // The timer is one of the joint's upstreams, so whatever ends the joint stops it.
        joint.open().subscription.add(driver.timer)
        joint.receive(.started)
        joint.attach(source, next: { .value($0) }, completed: .ended)
      }, named: name)
  }
}

/// A timed rule as a rule of a joint. The timer has a number each time that it is started, by which the joint knows one
/// that fired although it had been stopped or started again.
private struct TimedRuleOperator<Rule: TimedRule>: Operator {
  enum Input: Sendable {
    case started
    case value(Rule.Input)
    case timerFired(Int)
    case ended
  }

  var rule: Rule
  var timerNumber = 0
  let clock: @Sendable () -> Duration

  mutating func step(
    _ input: Input
  ) -> Step<(response: Response<Rule.Output, Rule.Failure>, timerNumber: Int)> {
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
    if case .completed = response.end { return .emitAndFinish((response, timerNumber)) }
    return .emit((response, timerNumber))
  }
}

/// Does what a response asks for: the timer first, so that slow receivers do not delay it, then the values.
private final class TimedRuleDriver<Rule: TimedRule, S: Scheduler>: Sendable {
  let timer = SerialDisposable()
  private let scheduler: S

  /// Weak, since the joint has its sink and the sink has this. Guard: set once, before anything is attached.
  nonisolated(unsafe) weak var joint: Joint<TimedRuleOperator<Rule>, Rule.Failure>?

  init(_ scheduler: S) { self.scheduler = scheduler }

  func perform(
    _ response: Response<Rule.Output, Rule.Failure>, _ number: Int, _ sink: Sink<Rule.Output, Rule.Failure>,
    _ subscription: Subscription
  ) {
    switch response.timerChange {
    case .unchanged: break
    case .stopped: timer.inner = nil
    case .started(let delay):
      guard let joint else { break }
      timer.inner = scheduler.schedule(after: delay) { joint.receive(.timerFired(number)) }
    }
    response.outputs.send(to: sink, subscription)
    if case .failed(let failure) = response.end { joint?.fail(failure) }
  }
}
