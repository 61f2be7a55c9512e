public import StreamCore

// Where any number of streams of one type meet: what `combineLatest` and `zip` of a collection differ in is their rule.

/// Streams of one type that meet under a rule for so many of them; none at all complete at once.
@inlinable
func joined<Part: Sendable, Failure: Error, Rule: Operator>(
  _ parts: [Signal<Part, Failure>], _ rule: @escaping @Sendable (Int) -> Rule
) -> Signal<[Part], Failure> where Rule.Input == ArrivalOfMany<Part>, Rule.Output == [Part] {
  guard !parts.isEmpty else { return .empty }
  return Signal(attaching: { sink, subscription in
    let joint = Joint<Rule, Failure>(rule(parts.count), sink, subscription)
    for (lane, part) in parts.enumerated() {
      joint.attach(part, next: { .value(lane, $0) }, completed: .ended(lane))
    }
  })
}

/// What one of any number of streams of one type tells the joint where they meet.
@usableFromInline
enum ArrivalOfMany<Part: Sendable>: Sendable {
  case value(Int, Part)
  case ended(Int)
}
