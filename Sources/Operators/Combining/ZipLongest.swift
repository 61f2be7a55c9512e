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
public func zipLongest<A: Sendable, B: Sendable, Failure>(
  _ a: any StreamProtocol<A, Failure>, _ b: any StreamProtocol<B, Failure>
) -> Signal<(A?, B?), Failure> {
  zipLongest([a.signal.map { PairPart<A, B>.first($0) }, b.signal.map { .second($0) }]).map { row in
    var pair: (A?, B?) = (nil, nil)
    for case let part? in row {
      switch part {
      case .first(let value): pair.0 = value
      case .second(let value): pair.1 = value
      }
    }
    return pair
  }
}

/// Puts the n-th values of a collection of streams into arrays. See ``zipLongest(_:_:)``.
///
/// An array has `nil` at the place of a stream that has completed. An empty list completes immediately.
public func zipLongest<Part: Sendable, Failure>(
  _ streams: some Sequence<some StreamProtocol<Part, Failure>>
) -> Signal<[Part?], Failure> {
  let parts = streams.map { $0.signal }
  guard !parts.isEmpty else { return .empty }
  return Signal(attaching: { sink, subscription in
    let joint = Joint<ZippingLongest<Part>, Failure>(
      ZippingLongest(parts.count),
      Sink(next: { burst in burst.send(to: sink, subscription) }, end: sink.end), subscription)
    for (lane, part) in parts.enumerated() {
      joint.attach(part, to: joint.open(), sending: { joint.receive(.value(lane, $0)) }, completed: .ended(lane))
    }
  })
}

private enum PairPart<A: Sendable, B: Sendable>: Sendable {
  case first(A)
  case second(B)
}

private struct ZippingLongest<Part: Sendable>: Operator {
  var lanes: [Waiting<Part>]

  /// The number of lanes that have neither a value nor completed.
  var lacking: Int

  init(_ count: Int) {
    lanes = Array(repeating: Waiting(), count: count)
    lacking = count
  }

  mutating func step(_ input: ArrivalOfMany<Part>) -> Step<Burst<[Part?]>> {
    switch input {
    case .value(let lane, let part): lacking -= lanes[lane].put(part)
    case .ended(let lane): if lanes[lane].end() { lacking -= 1 }
    }
    guard lacking == 0 else { return .skip }
    var rows = Burst<[Part?]>()
    while lacking == 0, lanes.contains(where: { !$0.isEmpty }) { rows.append(lanes.indices.map { take($0) }) }
    return lacking == 0 ? .emitAndFinish(rows) : .emit(rows)
  }

  private mutating func take(_ lane: Int) -> Part? {
    guard !lanes[lane].isEmpty else { return nil }
    var isLast = false
    defer { if isLast { lacking -= 1 } }
    return lanes[lane].take(&lacking, &isLast)
  }
}
