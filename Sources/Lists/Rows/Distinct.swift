import Properties

extension ListProtocol {
  /// The first element with each key, in the order of this list.
  ///
  ///     list                  +ada 0, +al 1, +bob 2---−ada 0---------
  ///     distinct(by: first)   +ada 0, +bob 1----------−ada 0, +al 0--
  ///
  /// The closure is tracked. An edit takes time in proportion to the logarithm of the count. Keeps this list alive.
  @inlinable
  public func distinct<Key: Hashable & Sendable>(
    by key: @escaping @Sendable (Element) -> Key, fileID: StaticString = #fileID, line: UInt = #line
  ) -> DerivedList<Element> {
    stage(Firsts<Key, Element>(key: key), (fileID, line), { $0.output })
  }
}

extension ListProtocol where Element: Hashable {
  /// The elements, without each that is equal to an earlier one. See ``distinct(by:fileID:line:)``.
  @inlinable
  public func distinct(fileID: StaticString = #fileID, line: UInt = #line) -> DerivedList<Element> {
    distinct(by: { $0 }, fileID: fileID, line: line)
  }
}

@usableFromInline
struct Firsts<Key: Hashable & Sendable, Input: Sendable>: ListRule {
  @usableFromInline
  struct State: Sendable {
    @usableFromInline var groups: Groups<Key, Input>

    /// The labels of the rows of the output.
    @usableFromInline var labels: Rope<UInt64>
    @usableFromInline var output: Rows<Input>

    @inlinable
    init(groups: Groups<Key, Input>, labels: Rope<UInt64>, output: Rows<Input>) {
      (self.groups, self.labels, self.output) = (groups, labels, output)
    }
  }

  @usableFromInline let key: @Sendable (Input) -> Key

  @inlinable
  init(key: @escaping @Sendable (Input) -> Key) { self.key = key }

  @inlinable
  func reset(_ source: Rows<Input>, _ previous: (source: Rows<Input>, state: State)?) -> State {
    let groups = Groups(source, key)
    let firsts = groups.byKey.entries.array
      .map { (label: $0.row.element.labels[0], row: $0.row.element.rows[0]) }.sorted { $0.label < $1.label }
    return State(
      groups: groups, labels: Rope(firsts.map(\.label)),
      output: Rope(firsts.map(\.row)))
  }

  @inlinable
  func apply(_ edit: RowEdit<Input>, to state: inout State) {
    switch edit {
    case .insert(let row, let index): insert(row, at: index, in: &state)
    case .remove(let row, let index): change(key(row.element), in: &state) { $0.remove($1, at: index) }
    case .replace(let old, let row, let index):
      let (before, now) = (key(old.element), key(row.element))
      if before == now { return change(now, in: &state) { $0.replace(row, $1, at: index) } }
      change(before, in: &state) { $0.remove($1, at: index) }
      insert(row, at: index, in: &state)
    case .move(let row, let index, let other):
      change(key(row.element), in: &state) { $0.remove($1, at: index) }
      insert(row, at: other, in: &state)
    }
  }

  @inlinable
  func insert(_ row: Row<Input>, at index: Int, in state: inout State) {
    let changes = state.groups.makeRoom(at: index)
    if let changes { state.labels.apply(changes) }
    change(key(row.element), in: &state) { $0.insert(row, $1, at: index) }
  }

  /// Changes the group of a key, and the output if the group has another first row then.
  @inlinable
  func change(
    _ key: Key, in state: inout State, _ change: (inout Groups<Key, Input>, Key) -> Void
  ) {
    let before = state.groups.first(of: key)
    change(&state.groups, key)
    let now = state.groups.first(of: key)
    if let before, let now, before.label == now.label {
      if before.row !== now.row { state.output[state.labels.firstIndex { $0 < now.label }] = now.row }
      return
    }
    if let before {
      let place = state.labels.firstIndex { $0 < before.label }
      state.labels.remove(at: place)
      state.output.remove(at: place)
    }
    if let now {
      let place = state.labels.firstIndex { $0 < now.label }
      state.labels.insert(now.label, at: place)
      state.output.insert(now.row, at: place)
    }
  }
}
