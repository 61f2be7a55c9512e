public import StreamCore

/// Merges streams whose values are sorted into one stream whose values are sorted.
///
///     a                  1---4---|
///     b                  --2---3---|
///     mergeSorted(a, b)  --1-2-3---(4|)
///
/// The smallest waiting value is sent as soon as every stream that has not completed has one. Of equal values that of
/// the earlier stream comes first. Values of a stream that is not sorted are sent in its order.
///
/// Completes when all streams have completed; fails immediately with the first failure. An empty list completes
/// immediately. Keeps the values that wait for the slowest stream, without a bound. Delivers where the value arrives
/// that other values waited for. A value takes as many comparisons as there are streams.
@inlinable
public func mergeSorted<Value: Comparable & Sendable, Failure>(
  _ streams: any StreamProtocol<Value, Failure>...
) -> Signal<Value, Failure> {
  mergeSorted(streams.map { $0.signal }) { $0 < $1 }
}

/// Merges sorted streams of a collection. See ``mergeSorted(_:)``.
///
/// `isLess` is the order by which the streams are sorted.
@inlinable
public func mergeSorted<Value: Sendable, Failure>(
  _ streams: some Sequence<some StreamProtocol<Value, Failure>>,
  by isLess: @escaping @Sendable (Value, Value) -> Bool
) -> Signal<Value, Failure> {
  aligned(streams.map { $0.signal }) { state in
    // The first lane with the smallest value.
    var found: (lane: Int, value: Value)?
    for (lane, waiting) in state.lanes.enumerated() {
      guard let value = waiting.first else { continue }
      if let found, !isLess(value, found.value) { continue }
      found = (lane, value)
    }
    return found.flatMap { state.take($0.lane) }
  }
}
