/// An event of one of up to six streams of a joint.
///
/// The rules of `combineLatest` and `zip` are written once, for six streams. If there are fewer, the remaining lanes
/// have the type `Void` and take no memory and no time.
@usableFromInline
package enum LaneEvent<A: Sendable, B: Sendable, C: Sendable, D: Sendable, E: Sendable, F: Sendable>: Sendable {
  case a(A)
  case b(B)
  case c(C)
  case d(D)
  case e(E)
  case f(F)
  case ended(Int)
}

/// Joins two to six streams with a rule. They are subscribed to in order.
@inlinable
package func join<A, B, C, D, E, F, Rule: Operator, Failure>(
  _ a: Signal<A, Failure>, _ b: Signal<B, Failure>, _ c: Signal<C, Failure>?, _ d: Signal<D, Failure>?,
  _ e: Signal<E, Failure>?, _ f: Signal<F, Failure>?, _ rule: Rule,
  named name: StaticString = #function
) -> Signal<Rule.Output, Failure> where Rule.Input == LaneEvent<A, B, C, D, E, F> {
  Signal(
    attaching: { sink, subscription in
      let joint = Joint<Rule, Failure>(rule, sink, subscription)
      joint.attach(a, to: joint.open(), sending: { joint.receive(.a($0)) }, completed: .ended(0))
      joint.attach(b, to: joint.open(), sending: { joint.receive(.b($0)) }, completed: .ended(1))
      if let c { joint.attach(c, to: joint.open(), sending: { joint.receive(.c($0)) }, completed: .ended(2)) }
      if let d { joint.attach(d, to: joint.open(), sending: { joint.receive(.d($0)) }, completed: .ended(3)) }
      if let e { joint.attach(e, to: joint.open(), sending: { joint.receive(.e($0)) }, completed: .ended(4)) }
      if let f { joint.attach(f, to: joint.open(), sending: { joint.receive(.f($0)) }, completed: .ended(5)) }
    }, named: name)
}

/// A lane without a stream.
@usableFromInline
package func unused<Failure>() -> Signal<Void, Failure>? { nil }
