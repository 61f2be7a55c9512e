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

@usableFromInline
struct ReducingByKey<Input: Sendable, Key: Hashable & Sendable, Result: Sendable>: Operator {
  @usableFromInline
  struct Group: Sendable {
    @usableFromInline let key: Key
    @usableFromInline var result: Result
    /// The numbers of the first and of the latest value.
    @usableFromInline let first: Int
    @usableFromInline var latest: Int

    @inlinable
    init(_ key: Key, _ result: Result, _ number: Int) {
      (self.key, self.result, first, latest) = (key, result, number, number)
    }
  }

  @usableFromInline let key: @Sendable (Input) -> Key
  @usableFromInline let initial: Result
  @usableFromInline let limit: Int
  @usableFromInline let update: @Sendable (inout Result, Input) -> Void
  @usableFromInline var indices: [Key: Int] = [:]
  @usableFromInline var groups: [Group] = []
  @usableFromInline var valueCount = 0
  /// How many results the end has emitted.
  @usableFromInline var emitted = 0

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
    let key = key(input)
    valueCount += 1
    guard let index = indices[key] else { return open(key, input) }
    groups[index].latest = valueCount
    update(&groups[index].result, input)
    return .skip
  }

  @inlinable
  mutating func finish() -> (key: Key, result: Result)? {
    if emitted == 0 {
      // Only a full list is out of order.
      if groups.count == limit { groups.sort { $0.first < $1.first } }
      indices = [:]
    }
    guard emitted < groups.count else { return nil }
    emitted += 1
    return (groups[emitted - 1].key, groups[emitted - 1].result)
  }

  /// Not inlined: most values have a group.
  @inline(never)
  @inlinable
  mutating func open(_ key: Key, _ input: Input) -> Step<(key: Key, result: Result)> {
    var group = Group(key, initial, valueCount)
    update(&group.result, input)
    guard groups.count == limit, let idle = groups.indices.min(by: { groups[$0].latest < groups[$1].latest }) else {
      indices[key] = groups.count
      groups.append(group)
      return .skip
    }
    swap(&group, &groups[idle])
    indices[group.key] = nil
    indices[key] = idle
    return .emit((group.key, group.result))
  }
}
