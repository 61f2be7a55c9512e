import StreamCore

extension StreamProtocol {
  /// Applies a ``StatefulRule`` to the values of this stream (`a`) and of a trigger (`b`), which is subscribed to
  /// first.
  @inlinable
  func steered<Trigger: Sendable, State: Sendable, Output: Sendable>(
    by trigger: Signal<Trigger, Failure>, _ initial: State, named name: StaticString = #function,
    _ advance: @escaping @Sendable (_ state: inout State, _ input: LaneEvent<Value, Trigger>) -> Step<Output>
  ) -> Signal<Output, Failure> {
    stage(named: name) { source, sink, subscription in
      let joint = Joint(StatefulRule(initial, advance), sink, subscription)
      joint.attach(trigger, sending: { joint.receive(.b($0)) }, completed: .bEnded)
      joint.attach(source, sending: { joint.receive(.a($0)) }, completed: .aEnded)
    }
  }
}
