/// A row under its key.
@usableFromInline
final class KeyEntry<Key: Hashable & Sendable, Value: Sendable>: RopeElement {
  @usableFromInline let hash: Int
  @usableFromInline let key: Key
  @usableFromInline let row: Row<Value>

  @inlinable
  init(_ key: Key, _ row: Row<Value>) {
    if key != key { fatalError("A key has to be equal to itself, and \(key) is not. Choose another key.") }
    hash = key.hashValue
    self.key = key
    self.row = row
  }
}

/// A persistent dictionary: the entries in the order of their hash values.
@usableFromInline
struct KeyMap<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  @usableFromInline typealias Entry = KeyEntry<Key, Value>
  @usableFromInline var entries = Rope<Entry>()

  @inlinable
  init() {}

  /// Builds a map of entries with different keys.
  @inlinable
  init(_ entries: ContiguousArray<Entry>) {
    var entries = entries
    entries.sort { $0.hash < $1.hash }
    self.entries = Rope(entries)
  }

  @inlinable var count: Int { entries.count }

  @inlinable
  static func === (one: KeyMap, other: KeyMap) -> Bool { one.entries === other.entries }

  /// Returns the index of a key, or the index at which it would be inserted.
  @inlinable func place(of key: Key) -> (index: Int, entry: Entry?) {
    let hash = key.hashValue
    let first = entries.firstIndex { $0.hash < hash }
    var index = first
    while index < entries.count {
      let entry = entries[index]
      if entry.hash != hash { break }
      if entry.key == key { return (index, entry) }
      index += 1
    }
    return (index, nil)
  }

  @inlinable
  func row(for key: Key) -> Row<Value>? { place(of: key).entry?.row }

  @inlinable
  func value(for key: Key) -> Value? { row(for: key)?.element }

  /// Sets the row of a key, and returns the replaced row.
  @inlinable
  @discardableResult
  mutating func set(_ row: Row<Value>, for key: Key) -> Row<Value>? {
    let (index, known) = place(of: key)
    if let known { entries[index] = Entry(known.key, row) } else { entries.insert(Entry(key, row), at: index) }
    return known?.row
  }

  /// Sets the value of a key. A row that replaces another keeps its identity.
  @inlinable
  mutating func set(_ value: Value, for key: Key) {
    set(Row(value, id: row(for: key)?.id ?? newRowIDs()), for: key)
  }

  /// Changes the value of a key; `nil` is none.
  @inlinable
  mutating func update<Result>(_ key: Key, _ change: (inout Value?) -> Result) -> Result {
    let (index, known) = place(of: key)
    var value = known?.row.element
    let result = change(&value)
    switch (known, value) {
    case (let known?, let value?): entries[index] = Entry(known.key, Row(value, id: known.row.id))
    case (_?, nil): entries.remove(at: index)
    case (nil, let value?): entries.insert(Entry(key, Row(value, id: newRowIDs())), at: index)
    case (nil, nil): break
    }
    return result
  }

  @inlinable
  mutating func remove(_ key: Key) {
    let (index, known) = place(of: key)
    if known != nil { entries.remove(at: index) }
  }

  /// The keys whose rows differ between two maps, with their new rows; `nil` if there are too many.
  @inlinable
  func changes(from old: KeyMap) -> [(key: Key, row: Row<Value>?)]? {
    let size = Swift.max(old.count, self.count)
    guard let gaps = Rope.gaps(from: old.entries, to: entries, budget: Swift.max(256, size / 2)) else { return nil }
    let count = gaps.old.count + gaps.new.count
    if count > 32, count > size / 4 { return nil }
    var changes: [(key: Key, row: Row<Value>?)] = gaps.new.map { ($0.key, $0.row) }
    for entry in gaps.old where row(for: entry.key) == nil { changes.append((entry.key, nil)) }
    return changes
  }
}
