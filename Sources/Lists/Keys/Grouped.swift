public import Properties

extension ListProtocol {
  /// Groups the elements by a key, and computes a value from each group.
  ///
  ///     list                           +ada, +bob-----+al-----------−bob--
  ///     grouped(by: first) { count }   a: 1, b: 1-----a: 2, b: 1----a: 2--
  ///
  /// ```swift
  /// let byCity = orders.grouped(by: \.city) { $0.count }
  /// print(byCity[id: "Rome"] ?? 0)
  /// ```
  ///
  /// Both closures are tracked. The second runs for each group that has changed, once for a change or ``batch(_:)``,
  /// with the elements of the group in the order of the list. A group is removed with its last element. An edit takes
  /// time in proportion to the logarithm of the count, plus the time of the second closure. Keeps this list alive.
  @inlinable
  public func grouped<Key: Hashable & Sendable, Value: Sendable>(
    by key: @escaping @Sendable (Element) -> Key, fileID: StaticString = #fileID, line: UInt = #line,
    _ value: @escaping @Sendable (ListElements<Element>) -> Value
  ) -> DerivedTable<Key, Value> {
    grouped(by: key, value, (fileID, line)) { _, _ in false }
  }

  /// Groups the elements by a key, and computes a value from each group. An equal value is no change.
  @inlinable
  public func grouped<Key: Hashable & Sendable, Value: Sendable & Equatable>(
    by key: @escaping @Sendable (Element) -> Key, fileID: StaticString = #fileID, line: UInt = #line,
    _ value: @escaping @Sendable (ListElements<Element>) -> Value
  ) -> DerivedTable<Key, Value> {
    grouped(by: key, value, (fileID, line)) { $0 == $1 }
  }

  @inlinable
  func grouped<Key: Hashable & Sendable, Value: Sendable>(
    by key: @escaping @Sendable (Element) -> Key, _ value: @escaping @Sendable (ListElements<Element>) -> Value,
    _ callSite: (StaticString, UInt), _ areEqual: @escaping @Sendable (Value, Value) -> Bool
  ) -> DerivedTable<Key, Value> {
    let rows = list.rows
    let rule = Grouping(key: key, value: value, areEqual: areEqual)
    return DerivedTable(
      Property(rule, callSite, of: rows, areSame: { $0 === $1 }, { $0.output }), callSite)
  }
}

@usableFromInline
struct Grouping<Key: Hashable & Sendable, Input: Sendable, Value: Sendable>: ListRule {
  @usableFromInline
  struct State: Sendable {
    @usableFromInline var groups: Groups<Key, Input>
    @usableFromInline var output: KeyMap<Key, Value>

    @inlinable
    init(groups: Groups<Key, Input>, output: KeyMap<Key, Value>) { (self.groups, self.output) = (groups, output) }
  }

  @usableFromInline let key: @Sendable (Input) -> Key
  @usableFromInline let value: @Sendable (ListElements<Input>) -> Value
  @usableFromInline let areEqual: @Sendable (Value, Value) -> Bool

  @inlinable
  init(
    key: @escaping @Sendable (Input) -> Key, value: @escaping @Sendable (ListElements<Input>) -> Value,
    areEqual: @escaping @Sendable (Value, Value) -> Bool
  ) {
    (self.key, self.value, self.areEqual) = (key, value, areEqual)
  }

  @inlinable
  func reset(_ source: Rows<Input>, _ previous: (source: Rows<Input>, state: State)?) -> State {
    let before = previous?.state
    let groups = Groups(source, key, previous: before?.groups.byKey)
    let entries = groups.byKey.entries.array.map { entry in
      if let before, let known = before.output.row(for: entry.key),
        let group = before.groups.group(entry.key), group.rows === entry.row.element.rows
      {
        return KeyEntry(entry.key, known)
      }
      return KeyEntry(entry.key, Row(value(ListElements(entry.row.element.rows)), id: entry.row.id))
    }
    return State(groups: groups, output: KeyMap(ContiguousArray(entries)))
  }

  @inlinable
  func update(_ state: inout State, from old: Rows<Input>, to new: Rows<Input>) -> Bool {
    guard let edits: [RowEdit<Input>] = Rope.edits(from: old, to: new, isBounded: true) else { return false }
    var touched = Set<Key>()
    for edit in edits {
      switch edit {
      case .insert(let row, _), .remove(let row, _), .move(let row, _, _): touched.insert(key(row.element))
      case .replace(let old, let row, _):
        touched.insert(key(old.element))
        touched.insert(key(row.element))
      }
      apply(edit, to: &state)
    }
    for key in touched {
      guard let group = state.groups.byKey.row(for: key) else {
        state.output.remove(key)
        continue
      }
      let value = value(ListElements(group.element.rows))
      if let known = state.output.value(for: key), areEqual(known, value) { continue }
      state.output.set(Row(value, id: group.id), for: key)
    }
    return true
  }

  @inlinable
  func apply(_ edit: RowEdit<Input>, to state: inout State) {
    switch edit {
    case .insert(let row, let index): state.groups.insert(row, key(row.element), at: index)
    case .remove(let row, let index): state.groups.remove(key(row.element), at: index)
    case .replace(let old, let row, let index):
      let (before, now) = (key(old.element), key(row.element))
      if before == now { return state.groups.replace(row, now, at: index) }
      state.groups.remove(before, at: index)
      state.groups.insert(row, now, at: index)
    case .move(let row, let index, let other):
      let key = key(row.element)
      state.groups.remove(key, at: index)
      state.groups.insert(row, key, at: other)
    }
  }
}
