import Properties

extension ListProtocol {
  /// The elements by a unique key.
  ///
  ///     list                   +(1, a) 0---+(2, b) 1---−(1, a) 0
  ///     indexed(by: number)    1: a--------1: a, 2: b--2: b-----
  ///
  /// The closure is tracked. Two elements with one key trap: use `grouped(by:)` where a key may have several. An edit
  /// takes time in proportion to the logarithm of the count. Keeps this list alive.
  public func indexed<Key: Hashable & Sendable>(
    by key: @escaping @Sendable (Element) -> Key, fileID: StaticString = #fileID, line: UInt = #line
  ) -> DerivedTable<Key, Element> {
    let rows = list.rows
    let rule = Indexing<Key, Element>(key: key, callSite: (fileID, line))
    return DerivedTable(
      Property(rule, (fileID, line), of: rows, areSame: { $0 === $1 }, { $0 }), (fileID, line))
  }
}

private struct Indexing<Key: Hashable & Sendable, Input: Sendable>: ListRule {
  let key: @Sendable (Input) -> Key
  let callSite: (StaticString, UInt)

  func reset(
    _ source: Rows<Input>, _ previous: (source: Rows<Input>, state: KeyMap<Key, Input>)?
  ) -> KeyMap<Key, Input> {
    var known = Set<Key>(minimumCapacity: source.count)
    var entries = ContiguousArray<KeyEntry<Key, Input>>()
    entries.reserveCapacity(source.count)
    source.forEach { row in
      let key = key(row.element)
      if !known.insert(key).inserted { trap(key) }
      entries.append(KeyEntry(key, row))
    }
    return KeyMap(entries)
  }

  /// Applies the removals first, because new rows may have the keys of removed ones.
  func update(_ state: inout KeyMap<Key, Input>, from old: Rows<Input>, to new: Rows<Input>) -> Bool {
    guard let edits: [RowEdit<Input>] = Rope.edits(from: old, to: new, isBounded: true) else { return false }
    for edit in edits {
      switch edit {
      case .remove(let row, _), .replace(let row, _, _): state.remove(key(row.element))
      case .insert, .move: break
      }
    }
    for edit in edits { apply(edit, to: &state) }
    return true
  }

  func apply(_ edit: RowEdit<Input>, to state: inout KeyMap<Key, Input>) {
    switch edit {
    case .insert(let row, _), .replace(_, let row, _):
      let key = key(row.element)
      if state.set(row, for: key) != nil { trap(key) }
    case .remove, .move: break
    }
  }

  private func trap(_ key: Key) -> Never {
    fatalError(
      "\(callSite.0):\(callSite.1): two elements have the key \(key). Use `grouped(by:)` if keys are not unique.")
  }
}
