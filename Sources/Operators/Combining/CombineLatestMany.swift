public import StreamCore

/// The latest values of a collection of streams as an array, as soon as all have sent, and again whenever one of them
/// sends.
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

/// Keeps the latest value of each stream, and emits them all once there is one of each.
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
