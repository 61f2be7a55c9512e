public import StreamCore

/// Combines the n-th values of a collection of streams into arrays.
///
///     a             1---2-----3-|
///     b             --5-6-7|
///     zip([a, b])   --p-q-----(r|)     p = [1, 5], q = [2, 6], r = [3, 7]
///
/// An empty collection completes immediately; one stream gives arrays of one value. All else is as in ``zip(_:_:)``.
@inlinable
public func zip<Part: Sendable, Failure: Error>(
  _ streams: some Sequence<some StreamProtocol<Part, Failure>>
) -> Signal<[Part], Failure> {
  joined(streams.map { $0.signal }) { ZippingMany($0) }
}

/// Keeps values until each stream has sent its partner.
@usableFromInline
struct ZippingMany<Part: Sendable>: Operator {
  @usableFromInline var lanes: [Waiting<Part>]
  @usableFromInline var lacking: Int

  @inlinable
  init(_ count: Int) {
    lanes = Array(repeating: Waiting(), count: count)
    lacking = count
  }

  @inlinable
  mutating func step(_ input: ArrivalOfMany<Part>) -> Step<[Part]> {
    switch input {
    case .value(let lane, let part): lacking -= lanes[lane].put(part)
    case .ended(let lane): return lanes[lane].end() ? .finish : .skip
    }
    guard lacking == 0 else { return .skip }
    var isLast = false
    let output = lanes.indices.map { lanes[$0].take(&lacking, &isLast) }
    return isLast ? .emitAndFinish(output) : .emit(output)
  }
}
