public import StreamCore

extension StreamProtocol {
  /// Transforms each value into a stream, and flattens the streams of each key under a strategy.
  ///
  ///     source                              a-bA--------|
  ///     flatMap(.concat, per: …) { n--n| }  a-baAb-A----|   a and A have the same key
  ///
  /// The strategy decides between streams of one key; streams of different keys run concurrently. With `.latest` a
  /// value replaces the stream of its key, with `.first` it is dropped while the stream of its key runs, with `.concat`
  /// it waits for that stream. Keeps the keys whose streams run or wait, and the waiting streams, as the strategy does.
  /// Completes when the source and all streams have completed; fails with the first failure of any. Delivers where the
  /// streams deliver, serially. With `.concat` and streams of asynchronous functions this is Akka's
  /// `mapAsyncPartitioned`.
  public func flatMap<Key: Hashable & Sendable, Output: Sendable>(
    _ strategy: FlattenStrategy, per key: @escaping @Sendable (Value) -> Key,
    _ transform: @escaping @Sendable (Value) -> Signal<Output, Failure>
  ) -> Signal<Output, Failure> {
    let source = signal
    return Signal(attaching: { sink, subscription in
      let joint = Joint<Merging<Output>, Failure>(Merging(), sink, subscription)
      let lanes = KeyedLanes<Key, Value, Failure>()
      // Weak, because the lanes refer to the sink.
      subscription.add { [weak lanes] in lanes?.removeAll() }
      let outer = joint.open()
      source.attach(
        Sink(
          next: { value in
            guard outer.subscription.isActive else { return }
            let key = key(value)
            guard outer.subscription.isActive else { return }
            let (lane, isNew) = lanes.enter(key)
            if isNew {
              let values = Signal<Value, Failure>(attaching: { sink, _ in lane.sink = sink })
              let results = values.flatMap(strategy) { [weak lanes, weak lane] value in
                if let lane { lanes?.retain(lane) }
                return transform(value).finally { [weak lanes, weak lane] in
                  if let lane { lanes?.leave(lane, key) }
                }
              }
              joint.attach(results, to: joint.open(), sending: { joint.receive($0) })
            }
            lane.sink?.next(value)
            lanes.leave(lane, key)
          },
          end: { completion in
            guard outer.subscription.isActive else { return }
            if case .failed(let failure) = completion { return joint.fail(failure) }
            for lane in lanes.removeAll() { lane.sink?.end(.completed) }
            joint.complete(outer)
          }),
        to: outer.subscription)
    })
  }
}

/// The values of one key.
private final class KeyedLane<Value: Sendable, Failure: Error>: Sendable {
  /// Guarded by: the source (set before the first value); released by the thread that removes the lane.
  nonisolated(unsafe) var sink: Sink<Value, Failure>?

  /// The number of streams that run or wait, and 1 while a value is being sent. Guarded by: the lock of the lanes.
  nonisolated(unsafe) var useCount = 0
}

/// The keys that have running streams. A lane completes when it is not used any longer.
private final class KeyedLanes<Key: Hashable & Sendable, Value: Sendable, Failure: Error>: Sendable {
  typealias Lane = KeyedLane<Value, Failure>

  private let lanes = Lock([Key: Lane]())

  func enter(_ key: Key) -> (Lane, isNew: Bool) {
    lanes.withLock { lanes in
      let lane = lanes[key] ?? Lane()
      lane.useCount += 1
      return (lane, lanes.updateValue(lane, forKey: key) == nil)
    }
  }

  func retain(_ lane: Lane) { lanes.withLock { _ in lane.useCount += 1 } }

  func leave(_ lane: Lane, _ key: Key) {
    let isUnused = lanes.withLock { lanes in
      lane.useCount -= 1
      guard lane.useCount == 0, lanes[key] === lane else { return false }
      lanes[key] = nil
      return true
    }
    if isUnused { lane.sink?.end(.completed) }
  }

  @discardableResult
  func removeAll() -> [Lane] {
    lanes.withLock { lanes in
      defer { lanes = [:] }
      return Array(lanes.values)
    }
  }
}
