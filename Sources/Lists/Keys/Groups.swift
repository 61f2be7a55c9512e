/// The rows of a list that have one key, in the order of the list.
@usableFromInline
struct Group<Element: Sendable>: Sendable {
  @usableFromInline var rows: Rows<Element>
  @usableFromInline var labels: Rope<UInt64>

  @inlinable
  init(rows: Rows<Element> = Rope(), labels: Rope<UInt64> = Rope()) { (self.rows, self.labels) = (rows, labels) }
}

/// The rows of a list by their keys.
@usableFromInline
struct Groups<Key: Hashable & Sendable, Element: Sendable>: Sendable {
  @usableFromInline var labels: Labels
  @usableFromInline var byKey: KeyMap<Key, Group<Element>>

  @inlinable
  init(_ rows: Rows<Element>, _ key: (Element) -> Key, previous: KeyMap<Key, Group<Element>>? = nil) {
    labels = Labels(count: rows.count)
    // The number of each row's group, and the number of rows of each group.
    var numbers = ContiguousArray<Int>()
    numbers.reserveCapacity(rows.count)
    var (known, keys, counts): ([Key: Int], ContiguousArray<Key>, ContiguousArray<Int>) = ([:], [], [])
    rows.forEachRow { row in
      let key = row._withUnsafeGuaranteedRef { key($0.element) }
      let number: Int
      if let found = known[key] {
        number = found
      } else {
        number = keys.count
        known[key] = number
        keys.append(key)
        counts.append(0)
      }
      counts[number] += 1
      numbers.append(number)
    }
    let sorted = Self.sort(rows.unmanaged, numbers, counts)
    var start = 0
    let entries = keys.indices.map { number in
      let range = start..<start + counts[number]
      start = range.upperBound
      let before = previous?.row(for: keys[number])
      // A group with the same rows stays the same version.
      let isSame = before.map { $0.element.rows.isEqual(to: sorted.rows[range]) } ?? false
      let group = Group(
        rows: isSame ? before!.element.rows : Rope(retaining: sorted.rows[range]), labels: Rope(sorted.labels[range]))
      return KeyEntry(keys[number], Row(group, id: before?.id ?? newRowIDs()))
    }
    byKey = withExtendedLifetime(rows) { KeyMap(ContiguousArray(entries)) }
  }

  /// The rows and their labels, group by group, in the order of the list in each.
  @inlinable
  static func sort(
    _ rows: ContiguousArray<Unmanaged<Row<Element>>>, _ numbers: ContiguousArray<Int>, _ counts: ContiguousArray<Int>
  ) -> (rows: ContiguousArray<Unmanaged<Row<Element>>>, labels: ContiguousArray<UInt64>) {
    var (next, total): (ContiguousArray<Int>, Int) = ([], 0)
    for count in counts {
      next.append(total)
      total += count
    }
    let (first, spacing) = Labels.spread(rows.count)
    var (sorted, labels) = (rows, ContiguousArray<UInt64>(repeating: 0, count: rows.count))
    for (place, row) in rows.enumerated() {
      let target = next[numbers[place]]
      next[numbers[place]] += 1
      sorted[target] = row
      labels[target] = first + UInt64(place) * spacing
    }
    return (sorted, labels)
  }

  /// Frees a label for a row at an index, and returns the labels that were changed for it.
  @inlinable
  mutating func makeRoom(at index: Int) -> Labels.Changes? {
    let changes = labels.prepare(at: index)
    if let changes { apply(changes) }
    return changes
  }

  /// The first row of a group.
  @inlinable
  func first(of key: Key) -> (label: UInt64, row: Row<Element>)? {
    group(key).map { ($0.labels[0], $0.rows[0]) }
  }

  @inlinable
  func group(_ key: Key) -> Group<Element>? { byKey.value(for: key) }

  /// Inserts a row; returns its index in its group.
  @inlinable
  @discardableResult
  mutating func insert(_ row: Row<Element>, _ key: Key, at index: Int) -> Int {
    let (label, changes) = labels.insert(at: index)
    if let changes { apply(changes) }
    return byKey.update(key) { group in
      var changed = group ?? Group()
      group = nil
      let place = changed.labels.firstIndex { $0 < label }
      changed.rows.insert(row, at: place)
      changed.labels.insert(label, at: place)
      group = changed
      return place
    }
  }

  /// Removes a row; returns the index that it had in its group.
  @inlinable
  @discardableResult
  mutating func remove(_ key: Key, at index: Int) -> Int {
    let label = labels.remove(at: index)
    return byKey.update(key) { group in
      guard var changed = group else { return 0 }
      let place = changed.labels.firstIndex { $0 < label }
      changed.rows.remove(at: place)
      changed.labels.remove(at: place)
      group = changed.rows.isEmpty ? nil : changed
      return place
    }
  }

  /// Replaces a row by one with the same key.
  @inlinable
  mutating func replace(_ row: Row<Element>, _ key: Key, at index: Int) {
    let label = labels[index]
    byKey.update(key) { group in
      guard var changed = group else { return }
      changed.rows[changed.labels.firstIndex { $0 < label }] = row
      group = changed
    }
  }

  @inlinable
  mutating func apply(_ changes: Labels.Changes) {
    let all = byKey.entries.array
    for entry in all {
      var group = entry.row.element
      group.labels.apply(changes)
      byKey.set(Row(group, id: entry.row.id), for: entry.key)
    }
  }
}
