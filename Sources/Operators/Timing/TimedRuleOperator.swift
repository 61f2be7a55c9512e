import StreamCore

extension StreamProtocol {
  /// Applies a timed rule, whose timer runs on a scheduler.
  @inlinable
  func apply<Rule: TimedRule>(
    _ rule: Rule, on scheduler: any Scheduler, named name: StaticString = #function
  ) -> Signal<Rule.Output, Failure>
  where Rule.Input == Value, Rule.Failure == Failure {
    scheduler.requireDelays(name)
    return stage(named: name) { source, sink, subscription in
      let (timer, reference) = (SerialDisposable(), SelfReference<TimedRuleOperator<Rule>, Failure>())
      let joint = Joint<TimedRuleOperator<Rule>, Failure>(
        TimedRuleOperator(rule: rule, clock: scheduler.stopwatch()),
        Sink(
          // First the timer, so that slow receivers do not delay it, then the values.
          next: { response in
            switch response.timerChange {
            case .unchanged: break
            case .stopped: timer.inner = nil
            case .started(let delay):
              guard let joint = reference.joint else { break }
              let number = response.timerNumber
              timer.inner = scheduler.schedule(after: delay) { joint.receive(.timerFired(number)) }
            }
            response.outputs.send(to: sink, subscription)
            if case .failed(let failure) = response.end { reference.joint?.fail(failure) }
          }, end: sink.end),
        subscription)
      reference.joint = joint
      // The timer is one of the joint's upstreams, so the end of the joint stops it.
      joint.open().add(timer)
      joint.receive(.started)
      joint.attach(source, next: { .value($0) }, completed: .ended)
    }
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
