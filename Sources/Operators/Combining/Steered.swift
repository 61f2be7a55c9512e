import StreamCore

/// The inputs of the joint of a stream and another one that steers it.
@usableFromInline
enum Steered<Value: Sendable, Trigger: Sendable>: Sendable {
  case value(Value)
  case ended
  case trigger(Trigger)
  case triggerEnded
}

extension StreamProtocol {
  /// The stream under a rule that hears another one too, which is subscribed to first.
  @inlinable
  func steered<Trigger: Sendable, Rule: Operator>(
    by trigger: Signal<Trigger, Failure>, _ rule: Rule, named name: StaticString = #function
  ) -> Signal<Rule.Output, Failure> where Rule.Input == Steered<Value, Trigger> {
    let source = signal
    return Signal(
      attaching: { sink, subscription in
        let joint = Joint<Rule, Failure>(rule, sink, subscription)
        joint.attach(trigger, to: joint.open(), sending: { joint.receive(.trigger($0)) }, completed: .triggerEnded)
        joint.attach(source, to: joint.open(), sending: { joint.receive(.value($0)) }, completed: .ended)
      }, named: name)
  }
}
