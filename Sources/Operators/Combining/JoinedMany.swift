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
      joint.attach(lanes: parts)
    }, named: name)
}

extension Joint {
  /// Attaches streams of one type. The rule identifies them by their place in the array.
  @inlinable
  func attach<Part: Sendable>(lanes parts: [Signal<Part, Failure>]) where Rule.Input == ArrivalOfMany<Part> {
    for (lane, part) in parts.enumerated() {
      attach(part, sending: { self.receive(.value(lane, $0)) }, completed: .ended(lane))
    }
  }
}

/// The inputs of the joint of any number of streams of one type.
@usableFromInline
enum ArrivalOfMany<Part: Sendable>: Sendable {
  case value(Int, Part)
  case ended(Int)
}
