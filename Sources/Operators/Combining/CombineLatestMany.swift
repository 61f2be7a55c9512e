public import StreamCore

/// Combines the latest values of a collection of streams into arrays, once all have sent.
///
///     a                       1-----2---|
///     b                       --5-6----|
///     combineLatest([a, b])   --p-q-r---|     p = [1, 5], q = [1, 6], r = [2, 6]
///
/// An array is sent whenever one of the streams sends. An empty collection completes immediately; one stream gives
/// arrays of one value. All else is as in ``combineLatest(_:_:)``.
@inlinable
public func combineLatest<Part: Sendable, Failure: Error>(
  _ streams: some Sequence<some StreamProtocol<Part, Failure>>
) -> Signal<[Part], Failure> {
  joined(streams.map { $0.signal }) { CombiningLatestOfMany($0) }
}

/// Keeps the latest value of each stream, and emits all of them once each stream has sent.
@usableFromInline
struct CombiningLatestOfMany<Part: Sendable>: Operator {
  @usableFromInline var latest: [Part?]

  /// The number of streams that have not sent, and of those that have not completed.
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
