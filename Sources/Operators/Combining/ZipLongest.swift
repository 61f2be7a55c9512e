public import StreamCore

/// Pairs the n-th values of two streams; `nil` stands for the values of a stream that has completed.
///
///     a                 1-2-|
///     b                 -x--y-z|
///     zipLongest(a, b)  -p--q-r|     p = (1, x), q = (2, y), r = (nil, z)
///
/// A pair is sent when both values have arrived, or when the other stream has completed. Completes when both streams
/// have completed; fails immediately with the first failure. Keeps the values that have no partner yet, without a
/// bound. Delivers where the event arrives that makes a pair complete.
@inlinable
public func zipLongest<A: Sendable, B: Sendable, Failure>(
  _ a: any StreamProtocol<A, Failure>, _ b: any StreamProtocol<B, Failure>
) -> Signal<(A?, B?), Failure> {
  let pairs = [a.signal.map { (A?.some($0), B?.none) }, b.signal.map { (A?.none, B?.some($0)) }]
  return aligned(pairs) { state in state.takeRow().map { row in (row[0]?.0, row[1]?.1) } }
}

/// Puts the n-th values of a collection of streams into arrays. See ``zipLongest(_:_:)``.
///
/// An array has `nil` at the place of a stream that has completed. An empty list completes immediately.
@inlinable
public func zipLongest<Part: Sendable, Failure>(
  _ streams: some Sequence<some StreamProtocol<Part, Failure>>
) -> Signal<[Part?], Failure> {
  aligned(streams.map { $0.signal }) { $0.takeRow() }
}
