import StreamCore

/// A dictionary for several threads. It hashes and compares keys, which runs code of a user, without a lock.
package final class SharedDictionary<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Bucket: Sendable {
    var entries: [(key: Key, value: Value)] = []

    /// Differs after each change, so that an update of an outdated copy is repeated.
    var version: UInt64 = 0
  }

  private struct Contents: Sendable {
    var buckets: [Int: Bucket] = [:]
    var version: UInt64 = 0
    var count = 0
  }

  private let contents = Lock(Contents())

  package init() {}

  package var count: Int { contents.withLock { $0.count } }

  package func value(for key: Key) -> Value? {
    let hash = key.hashValue
    return contents.withLock { $0.buckets[hash] }?.entries.first { $0.key == key }?.value
  }

  /// Changes the value of a key; `nil` is none. `change` may run again, so it should have no other effect.
  @discardableResult
  package func update<Result>(_ key: Key, _ change: (inout Value?) -> Result) -> Result {
    let hash = key.hashValue
    while true {
      let old = contents.withLock { $0.buckets[hash] } ?? Bucket()
      var new = old
      let index = old.entries.firstIndex { $0.key == key }
      var value = index.map { old.entries[$0].value }
      let result = change(&value)
      switch (index, value) {
      case (let index?, let value?): new.entries[index].value = value
      case (let index?, nil): new.entries.remove(at: index)
      case (nil, let value?): new.entries.append((key, value))
      case (nil, nil): return result
      }
      // `old` keeps the replaced value until the lock is free.
      let isStored = contents.withLock { contents in
        guard contents.buckets[hash]?.version ?? 0 == old.version else { return false }
        contents.version += 1
        new.version = contents.version
        contents.count += new.entries.count - old.entries.count
        contents.buckets[hash] = new.entries.isEmpty ? nil : new
        return true
      }
      if isStored { return withExtendedLifetime(old) { result } }
    }
  }

  /// All entries at one moment, in no particular order. Takes linear time.
  package var all: [(key: Key, value: Value)] { contents.withLock { $0.buckets }.values.flatMap(\.entries) }
}
