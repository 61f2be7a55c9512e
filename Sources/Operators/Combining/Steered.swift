import StreamCore

/// The inputs of the joint of a stream and its trigger.
@usableFromInline
enum Steered<Value: Sendable, Trigger: Sendable>: Sendable {
  case value(Value)
  case ended
  case trigger(Trigger)
  case triggerEnded
}

extension StreamProtocol {
  /// Applies a ``StatefulRule`` to the inputs of this stream and of a trigger, which is subscribed to first.
  @inlinable
  func steered<Trigger: Sendable, State: Sendable, Output: Sendable>(
    by trigger: Signal<Trigger, Failure>, _ initial: State, named name: StaticString = #function,
    _ advance: @escaping @Sendable (_ state: inout State, _ input: Steered<Value, Trigger>) -> Step<Output>
  ) -> Signal<Output, Failure> {
    let source = signal
    return Signal(
      attaching: { sink, subscription in
        let joint = Joint(StatefulRule(initial, advance), sink, subscription)
        joint.attach(trigger, to: joint.open(), sending: { joint.receive(.trigger($0)) }, completed: .triggerEnded)
        joint.attach(source, to: joint.open(), sending: { joint.receive(.value($0)) }, completed: .ended)
      }, named: name)
  }
}
