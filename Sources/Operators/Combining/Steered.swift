import StreamCore

extension StreamProtocol {
  /// Applies a ``StatefulRule`` to the values of this stream (`a`) and of a trigger (`b`), which is subscribed to
  /// first.
  @inlinable
  func steered<Trigger: Sendable, State: Sendable, Output: Sendable>(
    by trigger: Signal<Trigger, Failure>, _ initial: State, named name: StaticString = #function,
    _ advance: @escaping @Sendable (_ state: inout State, _ input: LaneEvent<Value, Trigger>) -> Step<Output>
  ) -> Signal<Output, Failure> {
    let source = signal
    return Signal(
      attaching: { sink, subscription in
        let joint = Joint(StatefulRule(initial, advance), sink, subscription)
        joint.attach(trigger, to: joint.open(), sending: { joint.receive(.b($0)) }, completed: .bEnded)
        joint.attach(source, to: joint.open(), sending: { joint.receive(.a($0)) }, completed: .aEnded)
      }, named: name)
  }
}
