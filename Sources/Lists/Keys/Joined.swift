public import Properties

/// An element of a list, and the row of a table that has its key.
public struct Joined<Left: Sendable, Right: Sendable>: Sendable {
  /// The element of the list.
  public let left: Left

  /// The row of the table.
  public let right: Right

  /// A pair.
  @inlinable
  public init(_ left: Left, _ right: Right) { (self.left, self.right) = (left, right) }
}

extension Joined: Equatable where Left: Equatable, Right: Equatable {}
extension Joined: Hashable where Left: Hashable, Right: Hashable {}

extension ListProtocol {
  /// Pairs each element with the row of a table that has its key (an inner join). Elements without a row are left out.
  ///
  ///     list                    +(a, 1)---+(b, 2)-----------------
  ///     people                  1: ada----------------2: bob------
  ///     joined(people, on: n)   +(a, ada)-------------+(b, bob)---
  ///
  /// The order is that of the list. The closure is tracked. An edit of the list takes time in proportion to the
  /// logarithm of the count. An edit of the table takes that time for each element with the key. Keeps both alive.
  @inlinable
  public func joined<Key, Right>(
    _ table: some TableProtocol<Key, Right>, on key: @escaping @Sendable (Element) -> Key,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> DerivedList<Joined<Element, Right>> {
    joined(table, Joining(key: key, isTotal: false) { left, right in right.map { Joined(left, $0) } }, (fileID, line))
  }

  /// Each element with the row of a table that has its key, or with `nil` (a left join).
  ///
  ///     list                        +(a, 1)---+(b, 2)----------------
  ///     people                      1: ada----------------2: bob-----
  ///     leftJoined(people, on: n)   +(a, ada)-+(b, nil)---(b, bob) 1-
  ///
  /// All else is as in ``joined(_:on:fileID:line:)``.
  @inlinable
  public func leftJoined<Key, Right>(
    _ table: some TableProtocol<Key, Right>, on key: @escaping @Sendable (Element) -> Key,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> DerivedList<Joined<Element, Right?>> {
    joined(table, Joining(key: key, isTotal: true) { Joined($0, $1) }, (fileID, line))
  }

  @inlinable
  func joined<Key, Right, Output>(
    _ table: some TableProtocol<Key, Right>, _ rule: Joining<Key, Element, Right, Output>,
    _ callSite: (StaticString, UInt)
  ) -> DerivedList<Output> {
    let both = Property(list.rows, table.table.map) { Joining<Key, Element, Right, Output>.Source(left: $0, right: $1) }
    return DerivedList(Property(rule, callSite, of: both, areSame: { $0 === $1 }, { $0.rows.output }))
  }
}

/// Makes at most one row of each row and the table row that has its key.
@usableFromInline
struct Joining<Key: Hashable & Sendable, Left: Sendable, Right: Sendable, Output: Sendable>: Rule {
  @usableFromInline
  struct Source: Sendable {
    @usableFromInline let left: Rows<Left>
    @usableFromInline let right: KeyMap<Key, Right>

    @inlinable
    init(left: Rows<Left>, right: KeyMap<Key, Right>) { (self.left, self.right) = (left, right) }
  }

  @usableFromInline
  struct State: Sendable {
    @usableFromInline var labels: Labels

    /// The labels of the elements that have a key.
    @usableFromInline var places: KeyMap<Key, Rope<UInt64>>
    @usableFromInline var rows: PickedRows<Output>

    @inlinable
    init(labels: Labels, places: KeyMap<Key, Rope<UInt64>>, rows: PickedRows<Output>) {
      (self.labels, self.places, self.rows) = (labels, places, rows)
    }
  }

  @usableFromInline let key: @Sendable (Left) -> Key

  /// Whether `join` never returns `nil`.
  @usableFromInline let isTotal: Bool
  @usableFromInline let join: @Sendable (Left, Right?) -> Output?

  @inlinable
  init(
    key: @escaping @Sendable (Left) -> Key, isTotal: Bool, _ join: @escaping @Sendable (Left, Right?) -> Output?
  ) {
    (self.key, self.isTotal, self.join) = (key, isTotal, join)
  }

  @inlinable
  func areSame(_ one: Source, _ other: Source) -> Bool { one.left === other.left && one.right === other.right }

  @inlinable
  func reset(_ source: Source, _ previous: (source: Source, state: State)?) -> State {
    let labels = Labels(count: source.left.count)
    let all = labels.rope.array
    var places: [Key: ContiguousArray<UInt64>] = [:]
    var rows = PickedRowsBuilder<Output>(capacity: all.count, isTotal: isTotal)
    var index = 0
    source.left.forEachRow { row in
      row._withUnsafeGuaranteedRef { row in
        let key = key(row.element)
        places[key, default: []].append(all[index])
        rows.append(joined(row, source.right.value(for: key)))
        index += 1
      }
    }
    let entries = places.map { KeyEntry($0.key, Row(Rope($0.value), id: newRowIDs())) }
    return State(labels: labels, places: KeyMap(ContiguousArray(entries)), rows: rows.rows())
  }

  @inlinable
  func joined(_ row: Row<Left>, _ right: Right?) -> Row<Output>? {
    join(row.element, right).map { Row($0, id: row.id) }
  }

  @inlinable
  func update(_ state: inout State, from old: Source, to new: Source) -> Bool {
    guard let edits: [RowEdit<Left>] = Rope.edits(from: old.left, to: new.left, isBounded: true),
      let changes = new.right.changes(from: old.right)
    else { return false }
    for edit in edits { apply(edit, to: &state, new.right) }
    for (key, right) in changes {
      guard let places = state.places.value(for: key) else { continue }
      places.forEach { label in
        let index = state.labels.index(of: label)
        state.rows.replace(with: joined(new.left[index], right?.element), at: index)
      }
    }
    return true
  }

  @inlinable
  func apply(_ edit: RowEdit<Left>, to state: inout State, _ right: KeyMap<Key, Right>) {
    switch edit {
    case .insert(let row, let index): insert(row, at: index, in: &state, right)
    case .remove(let row, let index): remove(row, at: index, from: &state)
    case .replace(let old, let row, let index):
      let (before, now) = (key(old.element), key(row.element))
      if before == now {
        state.rows.replace(with: joined(row, right.value(for: now)), at: index)
      } else {
        remove(old, at: index, from: &state)
        insert(row, at: index, in: &state, right)
      }
    case .move(let row, let index, let other):
      remove(row, at: index, from: &state)
      insert(row, at: other, in: &state, right)
    }
  }

  @inlinable
  func insert(_ row: Row<Left>, at index: Int, in state: inout State, _ right: KeyMap<Key, Right>) {
    let (label, changes) = state.labels.insert(at: index)
    if let changes {
      for entry in state.places.entries.array {
        var labels = entry.row.element
        labels.apply(changes)
        state.places.set(Row(labels, id: entry.row.id), for: entry.key)
      }
    }
    let key = key(row.element)
    state.places.update(key) { labels in
      var changed = labels ?? Rope()
      changed.insert(label, at: changed.firstIndex { $0 < label })
      labels = changed
    }
    state.rows.insert(joined(row, right.value(for: key)), at: index)
  }

  @inlinable
  func remove(_ row: Row<Left>, at index: Int, from state: inout State) {
    let label = state.labels.remove(at: index)
    state.places.update(key(row.element)) { labels in
      guard var changed = labels else { return }
      changed.remove(at: changed.firstIndex { $0 < label })
      labels = changed.isEmpty ? nil : changed
    }
    state.rows.remove(at: index)
  }
}
