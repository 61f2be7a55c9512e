public import StreamCore

extension StreamProtocol {
  /// Combines the values of each key into one result: `reduce(by: \.city, into: 0) { $0 += $1.people }`.
  ///
  ///     source                              1--2--3--|
  ///     reduce(by: …, into: 0) { $0 += $1 } ---------(ab|)   a: (1, 4)  b: (0, 2)
  ///
  /// The results are emitted with their keys when the source has completed, in the order in which the keys first came.
  /// The first value of a key updates the initial result. An empty source gives an empty stream.
  ///
  /// A new key beyond `limit` first emits the result of the key that has been without a value for the longest time. A
  /// later value of that key begins again with the initial result. Finding that key takes time proportional to the
  /// limit; each other value takes constant time. A limit below 1 traps.
  ///
  /// Keeps a result for each key, at most `limit`. No stream is made for a key: for operators on the values of each key
  /// use ``grouped(by:)``. Delivers where the source delivers; a failure passes, and the results are lost. The
  /// counterparts are `reduceByKey` of Spark and `aggregate` of Kafka.
  @inlinable
  public func reduce<Key: Hashable & Sendable, Result: Sendable>(
    by key: @escaping @Sendable (Value) -> Key, into initial: Result, limit: Int = .max,
    _ update: @escaping @Sendable (inout Result, Value) -> Void
  ) -> Signal<(key: Key, result: Result), Failure> {
    apply(ReducingByKey(key, initial, limit, update))
  }
}

/// The results of the keys, as entries of one dictionary.
///
/// An entry has no number for the order or the limit. Otherwise 1,000 entries do not fit into the fastest cache, and
/// each value takes 5 ns more.
@usableFromInline
struct ReducingByKey<Input: Sendable, Key: Hashable & Sendable, Result: Sendable>: Operator {
  @usableFromInline let key: @Sendable (Input) -> Key
  @usableFromInline let initial: Result
  @usableFromInline let limit: Int
  @usableFromInline let update: @Sendable (inout Result, Input) -> Void
  @usableFromInline var results: [Key: Result] = [:]
  /// In the order of their first values.
  @usableFromInline var keys: [Key] = []
  /// The number of the latest value of each key. Empty without a limit.
  @usableFromInline var latest: [Key: Int] = [:]
  @usableFromInline var valueCount = 0
  /// How many results have been emitted after the completion.
  @usableFromInline var emittedCount = 0

  @inlinable
  init(
    _ key: @escaping @Sendable (Input) -> Key, _ initial: Result, _ limit: Int,
    _ update: @escaping @Sendable (inout Result, Input) -> Void
  ) {
    if limit <= 0 { fatalError("`reduce(by:into:limit:)` needs a limit of 1 or more, got \(limit).") }
    (self.key, self.initial, self.limit, self.update) = (key, initial, limit, update)
  }

  @inlinable
  mutating func step(_ input: Input) -> Step<(key: Key, result: Result)> {
    let (key, initial) = (key(input), initial)
    update(&results[key, default: initial], input)
    return results.count == keys.count && limit == .max ? .skip : record(key)
  }

  @inlinable
  mutating func finish() -> (key: Key, result: Result)? {
    guard emittedCount < keys.count else { return nil }
    defer { emittedCount += 1 }
    return remove(keys[emittedCount])
  }

  /// Records a value if there is a limit, and a key if it is new. Emits a result beyond the limit.
  ///
  /// Not inlined: without a limit, it is not called for most values.
  @inline(never)
  @inlinable
  mutating func record(_ key: Key) -> Step<(key: Key, result: Result)> {
    if limit < .max {
      valueCount += 1
      latest[key] = valueCount
    }
    guard results.count > keys.count else { return .skip }
    keys.append(key)
    guard keys.count > limit, let idle = latest.min(by: { $0.value < $1.value })?.key else { return .skip }
    latest[idle] = nil
    keys.remove(at: keys.firstIndex(of: idle)!)
    return .emit(remove(idle))
  }

  @inlinable
  mutating func remove(_ key: Key) -> (key: Key, result: Result) { (key, results.removeValue(forKey: key)!) }
}
