public import StreamCore

/// The latest values of a collection of streams as an array, as soon as all have sent, and again whenever one of them sends.
///
///     a                       1-----2---|
///     b                       --5-6----|
///     combineLatest([a, b])   --p-q-r---|     p = [1, 5], q = [1, 6], r = [2, 6]
///
/// No streams at all complete at once; one gives arrays of one value. All else is as in ``combineLatest(_:_:)``.
@inlinable
public func combineLatest<Part: Sendable, Failure: Error>(
  _ streams: some Sequence<some StreamProtocol<Part, Failure>>
) -> Signal<[Part], Failure> {
  joined(streams.map { $0.signal }) { CombiningLatestOfMany($0) }
}

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
@frozen
@usableFromInline
enum ArrivalOfMany<Part: Sendable>: Sendable {
  case value(Int, Part)
  case ended(Int)
}

/// Keeps the latest value of each stream, and emits them all once there is one of each.
@frozen
@usableFromInline
struct CombiningLatestOfMany<Part: Sendable>: Operator {
  @usableFromInline var latest: [Part?]
  @usableFromInline var silent: Int
  @usableFromInline var live: Int

  @inlinable
  init(_ count: Int) {
    latest = Array(repeating: nil, count: count)
    (silent, live) = (count, count)
  }

  @inlinable
  mutating func step(_ input: ArrivalOfMany<Part>) -> Step<[Part]> {
    switch input {
    case .value(let lane, let part):
      if case .none = latest[lane] { silent -= 1 }
      latest[lane] = .some(part)
      return silent == 0 ? .emit(latest.compactMap { $0 }) : .skip
    case .ended:
      live -= 1
      return live == 0 ? .finish : .skip
    }
  }
}
