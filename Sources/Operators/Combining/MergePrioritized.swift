public import StreamCore

/// Merges streams on a scheduler; of waiting values, those of streams with a higher priority are sent more often.
///
///     a                                             (123)|
///     b                                             (xyz)|
///     mergePrioritized([a, b], priorities: [2, 1])  (1x23yz)|
///
/// Values that arrive faster than the scheduler delivers them wait, separately for each stream. While all streams have
/// waiting values, a stream with the priority 3 sends three times as often as one with the priority 1. So no stream
/// waits forever. The values of a stream keep their order.
///
/// Keeps the waiting values of each stream under the policy `buffering`, without a bound unless stated. Completes when
/// all streams have completed, after the waiting values, and so does the first failure. Delivers on the scheduler. An
/// empty list completes. A priority below 1 traps, and so does a number of priorities other than that of the streams.
/// Semantics of Akka's `mergePrioritized`, without its random choice.
public func mergePrioritized<Value: Sendable, Failure>(
  _ streams: some Sequence<some StreamProtocol<Value, Failure>>, priorities: [Int],
  buffering: BufferPolicy<Value> = .unbounded, on scheduler: any Scheduler = QueueScheduler(name: "rill.merge")
) -> Signal<Value, Failure> {
  let parts = streams.map { $0.signal }
  guard priorities.count == parts.count, priorities.allSatisfy({ $0 > 0 }) else {
    fatalError("`mergePrioritized(_:priorities:)` needs \(parts.count) priorities of 1 or more, got \(priorities).")
  }
  return .deferred {
    let lanes = PrioritizedLanes(priorities, buffering)
    // Each arrival sends one token through the scheduler, which is exchanged there for the value that is due.
    return merge(parts.enumerated().map { lane, part in part.map { lanes.append($0, to: lane) } })
      .deliver(on: scheduler)
      .compactMap { lanes.next() }
  }
}

/// The waiting values of several streams.
private final class PrioritizedLanes<Value: Sendable>: Sendable {
  private struct Lane: Sendable {
    let priority: Int
    var waiting: Buffer<Value>
    /// The lane with the highest credit is next. The priority is added for each value that is sent while it waits.
    var credit = 0
  }

  private let lanes: Lock<[Lane]>

  init(_ priorities: [Int], _ policy: BufferPolicy<Value>) {
    lanes = Lock(priorities.map { Lane(priority: $0, waiting: Buffer(policy)) })
  }

  func append(_ value: Value, to lane: Int) {
    // A dropped value is released without the lock.
    guard case .combine(let earlier, let combine) = lanes.withLock({ $0[lane].waiting.append(value) }) else { return }
    append(combine(earlier, value), to: lane)
  }

  /// Removes the value that is due; `nil` if it was dropped or combined.
  func next() -> Value? {
    // The suspension of a value is released without the lock, because that may resume a sender.
    let first = lanes.withLock { lanes -> (value: Value, suspension: Backpressure.Suspension?)? in
      var (total, due) = (0, Int?.none)
      for index in lanes.indices where !lanes[index].waiting.isEmpty {
        lanes[index].credit += lanes[index].priority
        total += lanes[index].priority
        if due.map({ lanes[$0].credit < lanes[index].credit }) ?? true { due = index }
      }
      guard let due else { return nil }
      lanes[due].credit -= total
      return lanes[due].waiting.popFirst()
    }
    return first?.value
  }
}
