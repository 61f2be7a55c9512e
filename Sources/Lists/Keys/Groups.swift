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
    let all = labels.rope.array
    var places: [Key: Int] = [:]
    var groups: [(key: Key, rows: ContiguousArray<Row<Element>>, labels: ContiguousArray<UInt64>)] = []
    var index = 0
    rows.forEach { row in
      let key = key(row.element)
      if let place = places[key] {
        groups[place].rows.append(row)
        groups[place].labels.append(all[index])
      } else {
        places[key] = groups.count
        groups.append((key, [row], [all[index]]))
      }
      index += 1
    }
    byKey = KeyMap(
      ContiguousArray(
        groups.map { key, rows, labels in
          let known = previous?.row(for: key)
          // A group with the same rows stays the same version.
          let rope = known.flatMap { known in
            let before = known.element.rows
            return before.count == rows.count && zip(before.array, rows).allSatisfy { $0 === $1 } ? before : nil
          }
          let group = Group(rows: rope ?? Rope(rows), labels: Rope(labels))
          return KeyEntry(key, Row(group, id: known?.id ?? newRowIDs()))
        }))
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
