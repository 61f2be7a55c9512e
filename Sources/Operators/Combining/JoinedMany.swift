public import StreamCore

// The joint of any number of streams of one type: `combineLatest` and `zip` of a collection differ only in its rule.

/// Joins streams of one type under a rule that is made for their number; an empty array completes immediately.
@inlinable
func joined<Part: Sendable, Failure: Error, Rule: Operator>(
  _ parts: [Signal<Part, Failure>], _ rule: @escaping @Sendable (Int) -> Rule,
  named name: StaticString = #function
) -> Signal<[Part], Failure> where Rule.Input == ArrivalOfMany<Part>, Rule.Output == [Part] {
  guard !parts.isEmpty else { return .empty }
  return Signal(
    attaching: { sink, subscription in
      let joint = Joint<Rule, Failure>(rule(parts.count), sink, subscription)
      for (lane, part) in parts.enumerated() {
        joint.attach(part, next: { .value(lane, $0) }, completed: .ended(lane))
      }
    }, named: name)
}

/// The inputs of the joint of any number of streams of one type.
@usableFromInline
enum ArrivalOfMany<Part: Sendable>: Sendable {
  case value(Int, Part)
  case ended(Int)
}
