public import StreamCore
public import StreamPrimitives

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
  @inlinable
  public func flatMap<Key: Hashable & Sendable, Output: Sendable>(
    _ strategy: FlattenStrategy, per key: @escaping @Sendable (Value) -> Key,
    _ transform: @escaping @Sendable (Value) -> Signal<Output, Failure>
  ) -> Signal<Output, Failure> {
    let source = signal
    return Signal(attaching: { sink, subscription in
      let joint = Joint<Merging<Output>, Failure>(Merging(), sink, subscription)
      let lanes = KeyedLanes<Key, Value, Output, Failure>(joint, strategy, transform)
      // Weak, because the lanes refer to the sink.
      subscription.add { [weak lanes] in lanes?.enqueue(.disposed) }
      let outer = lanes.outer
      source.attach(
        Sink(
          next: { value in
            guard outer.isActive else { return }
            let key = key(value)
            if outer.isActive { lanes.enqueue(.value(key, value)) }
          },
          end: { lanes.enqueue(.ended($0)) }),
        to: outer)
    })
  }
}

/// The values of one key.
@usableFromInline
final class KeyedLane<Value: Sendable, Failure: Error>: Sendable {
  /// Guarded by: the gate of the lanes (set before the first value).
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var sink: Sink<Value, Failure>?

  /// The number of streams that run or wait, and 1 while a value is being sent.
  @usableFromInline let useCount = Atomic(0)

  @inlinable
  init() {}
}

/// The keys that have running streams. A lane completes when it is not used any longer.
///
/// A gate serializes the events, not a lock, because the hashing and the comparison of keys are user code.
@usableFromInline
final class KeyedLanes<Key: Hashable & Sendable, Value: Sendable, Output: Sendable, Failure: Error>: Gated {
  @usableFromInline typealias Lane = KeyedLane<Value, Failure>

  @usableFromInline
  enum Item: Sendable {
    case value(Key, Value)
    /// The last stream of a lane is over.
    case unused(Lane, Key)
    case ended(Completion<Failure>)
    case disposed
  }

  @usableFromInline let gate = Gate<Item>()
  @usableFromInline let outer: Subscription

  @usableFromInline let joint: Joint<Merging<Output>, Failure>
  @usableFromInline let strategy: FlattenStrategy
  @usableFromInline let transform: @Sendable (Value) -> Signal<Output, Failure>

  /// Guarded by: the gate (only the draining thread touches it).
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var lanes: [Key: Lane] = [:]

  @inlinable
  init(
    _ joint: Joint<Merging<Output>, Failure>, _ strategy: FlattenStrategy,
    _ transform: @escaping @Sendable (Value) -> Signal<Output, Failure>
  ) {
    self.joint = joint
    self.strategy = strategy
    self.transform = transform
    outer = joint.open()
  }

  @inlinable
  func deliver(_ item: Item) {
    switch item {
    case .value(let key, let value):
      guard outer.isActive else { return }
      let lane = lanes[key] ?? open(key)
      lane.useCount.add(1, ordering: .relaxed)
      lane.sink?.next(value)
      leave(lane, key)
    case .unused(let lane, let key):
      // Only a value that is handled here can use the lane again.
      guard lane.useCount.load(ordering: .acquiring) == 0, lanes[key] === lane else { return }
      lanes[key] = nil
      lane.sink?.end(.completed)
    case .ended(let completion):
      guard outer.isActive else { return }
      if case .failed(let failure) = completion { return joint.fail(failure) }
      for lane in lanes.values { lane.sink?.end(.completed) }
      lanes = [:]
      joint.complete(outer)
    case .disposed: lanes = [:]
    }
  }

  @inlinable
  func open(_ key: Key) -> Lane {
    let lane = Lane()
    lanes[key] = lane
    let values = Signal<Value, Failure>(attaching: { sink, _ in lane.sink = sink })
    let results = values.flatMap(strategy) { [transform, weak self, weak lane] value -> Signal<Output, Failure> in
      lane?.useCount.add(1, ordering: .relaxed)
      return transform(value).finally { [weak self, weak lane] in
        if let lane { self?.leave(lane, key) }
      }
    }
    joint.attach(results, to: joint.open(), sending: { [joint] in joint.receive(.next($0)) })
    return lane
  }

  @inlinable
  func leave(_ lane: Lane, _ key: Key) {
    let count = lane.useCount.subtract(1, ordering: .acquiringAndReleasing).newValue
    if count == 0 { enqueue(.unused(lane, key)) }
  }
}
