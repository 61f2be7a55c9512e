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
  let parts = streams.map { $0.signal }
  guard !parts.isEmpty else { return .empty }
  return Signal(attaching: { sink, subscription in
    let joint = Joint<MergingSorted<Value>, Failure>(
      MergingSorted(parts.count, isLess),
      Sink(next: { burst in burst.send(to: sink, subscription) }, end: sink.end), subscription)
    for (lane, part) in parts.enumerated() {
      joint.attach(part, to: joint.open(), sending: { joint.receive(.value(lane, $0)) }, completed: .ended(lane))
    }
  })
}

@usableFromInline
struct MergingSorted<Value: Sendable>: Operator {
  @usableFromInline var lanes: [Waiting<Value>]
  @usableFromInline let isLess: @Sendable (Value, Value) -> Bool

  /// The number of lanes that have neither a value nor completed.
  @usableFromInline var lacking: Int

  @inlinable
  init(_ count: Int, _ isLess: @escaping @Sendable (Value, Value) -> Bool) {
    lanes = Array(repeating: Waiting(), count: count)
    self.isLess = isLess
    lacking = count
  }

  @inlinable
  mutating func step(_ input: ArrivalOfMany<Value>) -> Step<Burst<Value>> {
    switch input {
    case .value(let lane, let value): lacking -= lanes[lane].put(value)
    case .ended(let lane): if lanes[lane].end() { lacking -= 1 }
    }
    guard lacking == 0 else { return .skip }
    var values = Burst<Value>()
    while lacking == 0, let lane = smallest() {
      var isLast = false
      values.append(lanes[lane].take(&lacking, &isLast))
      // A lane that has completed is not waited for.
      if isLast { lacking -= 1 }
    }
    return lacking == 0 ? .emitAndFinish(values) : .emit(values)
  }

  /// The first lane with the smallest value; `nil` if no lane has one.
  @inlinable
  func smallest() -> Int? {
    var found: (lane: Int, value: Value)?
    for (lane, waiting) in lanes.enumerated() {
      guard let value = waiting.first else { continue }
      if let found, !isLess(value, found.value) { continue }
      found = (lane, value)
    }
    return found?.lane
  }
}
