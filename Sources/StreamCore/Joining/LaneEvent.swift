/// An event of one of the two streams of a joint. Joints of more streams are made of joints of two.
@usableFromInline
package enum LaneEvent<A: Sendable, B: Sendable>: Sendable {
  case a(A)
  case b(B)
  case ended(Int)
}

/// Joins two streams with a rule. They are subscribed to in order.
@inlinable
package func join<A, B, Rule: Operator, Failure>(
  _ a: Signal<A, Failure>, _ b: Signal<B, Failure>, _ rule: Rule, named name: StaticString = #function
) -> Signal<Rule.Output, Failure> where Rule.Input == LaneEvent<A, B> {
  Signal(
    attaching: { sink, subscription in
      let joint = Joint<Rule, Failure>(rule, sink, subscription)
      joint.attach(a, to: joint.open(), sending: { joint.receive(.a($0)) }, completed: .ended(0))
      joint.attach(b, to: joint.open(), sending: { joint.receive(.b($0)) }, completed: .ended(1))
    }, named: name)
}
