/// An event of one of the two streams of a joint. Joints of more streams are made of joints of two.
///
/// Of an operator with a trigger, `a` is the source and `b` is the trigger.
@usableFromInline
package enum LaneEvent<A: Sendable, B: Sendable>: Sendable {
  case a(A)
  case b(B)
  case aEnded
  case bEnded
}

/// Joins two streams with a rule. They are subscribed to in order.
@inlinable
package func join<A, B, Rule: Operator, Failure>(
  _ a: Signal<A, Failure>, _ b: Signal<B, Failure>, _ rule: Rule, named name: StaticString = #function
) -> Signal<Rule.Output, Failure> where Rule.Input == LaneEvent<A, B> {
  Signal(
    attaching: { sink, subscription in
      let joint = Joint<Rule, Failure>(rule, sink, subscription)
      joint.attach(a, sending: { joint.receive(.a($0)) }, completed: .aEnded)
      joint.attach(b, sending: { joint.receive(.b($0)) }, completed: .bEnded)
    }, named: name)
}
