public import Properties

/// Rows with a key that can be changed and observed: a source of the state graph.
///
/// ```swift
/// let board = TableProperty<Order.ID, Order>()
/// board.update(quotes)
/// board[id: 7]?.price = 12
/// ```
///
///     update(a1, b2)   +a1 0 +b2 1----------------
///     update(b3)       -------------b2→b3 1-------
///     [id: a] = nil    -------------------−a 0----
///
/// As a list it has the rows in the order of the last ``set(_:)``, followed by the rows that were added since.
///
/// A tracked closure that reads a row depends on that row only, and one that reads ``TableProtocol/count`` on the
/// count. A change of a row takes time in proportion to the logarithm of the count; changes of many rows are made in
/// bulk. It may be read and changed from any thread, also inside ``batch(_:)``.
public final class TableProperty<Key: Hashable & Sendable, Row: Sendable>: TableProtocol, ListProtocol {
  @usableFromInline let source: MutableProperty<TableRows<Key, Row>>
  @usableFromInline let key: @Sendable (Row) -> Key
  @usableFromInline let callSite: (StaticString, UInt)

  /// The table, read-only.
  public let table: DerivedTable<Key, Row>

  /// The rows in the order of the last ``set(_:)``, followed by the rows that were added since.
  public var rows: DerivedList<Row> { table.rows }

  /// The rows as a list: the same as ``rows``.
  public var list: DerivedList<Row> { table.rows }

  /// An empty table; the closure returns the key of a row.
  @inlinable
  public init(
    key: @escaping @Sendable (Row) -> Key, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.key = key
    callSite = (fileID, line)
    source = MutableProperty(TableRows(), fileID: fileID, line: line)
    source.showToObservation()
    let (source, state) = (source, source.property)
    let whole = CachedProperty { whenUnused in
      Property(state, (fileID, line), areSame: { $0 === $1 }, whenUnused: whenUnused, { $0.rows })
    }
    let rows = DerivedList(ListParts(of: source, TableRows.differences, { $0.rows })) { whole.property }
    table = DerivedTable(
      Property(state, (fileID, line), areSame: { $0 === $1 }, { $0.keys }), (fileID, line), rows: rows
    ) { key, whenUnused in
      source.part(.hash(key.hashValue), TableRows.differences, areSame: { $0 === $1 }, whenUnused: whenUnused) {
        $0.keys.row(for: key)
      }
    }
  }

  /// The number of rows.
  public var count: Int { rows.count }

  /// The row with a key. Setting it replaces the row, or inserts one at the end; `nil` removes it.
  ///
  /// - Precondition: A row that is set has the key.
  @inlinable public subscript(id key: Key) -> Row? {
    // A read that is not tracked uses no derived node, which would retain a removed row.
    get { isFollowed ? table.row(key)?.element : source.value.keys.value(for: key) }
    set { set(newValue, for: key) }
  }

  @inlinable
  func set(_ row: Row?, for key: Key) {
    guard let row else { return remove(id: key) }
    check(row, key)
    source.modify { [self] in $0.update([row], self.key) }
  }

  /// Changes, inserts or removes a row.
  @inlinable
  func change(_ key: Key, _ change: @escaping (inout Row?) -> Void) {
    source.modify { [self] rows in
      var row = rows.keys.value(for: key)
      change(&row)
      guard let row else { return rows.remove(key) }
      check(row, key)
      rows.update([row], self.key)
    }
  }

  @inlinable
  func check(_ row: Row, _ key: Key) {
    let own = self.key(row)
    if own != key {
      fatalError(
        """
        \(callSite.0):\(callSite.1): a row of a table was set under the key \(key), but has the key \(own). Set it \
        under its own key.
        """)
    }
  }

  /// Replaces a row by a changed copy, if there is one, and returns the result of the closure.
  ///
  /// No lock is held while `change` runs. If another thread has changed the table meanwhile, the closure runs again, on
  /// the newer row. It must not change the key.
  @inlinable
  @discardableResult
  public func modify<Result>(id key: Key, _ change: @escaping (inout Row) -> Result) -> Result? {
    source.modify { [self] rows in
      guard var row = rows.keys.value(for: key) else { return nil }
      let result = change(&row)
      check(row, key)
      rows.update([row], self.key)
      return result
    }
  }

  /// Replaces the rows whose keys exist, and inserts the others at the end. If several rows have one key, the last one
  /// is used.
  @inlinable
  public func update(_ rows: some Collection<Row> & Sendable) {
    if rows.isEmpty { return }
    source.modify { [key] in $0.update(rows, key) }
  }

  /// Sets all rows, in bulk: rows whose keys are not among the new ones are removed. The rows are in the new order. If
  /// several rows have one key, the last one is used.
  ///
  /// If the remaining rows are in another order than before, all rows count as new: `map` computes them again.
  /// ``update(_:)`` and ``remove(id:)`` keep them.
  @inlinable
  public func set(_ rows: some Collection<Row> & Sendable) {
    source.modify { [key] in $0.set(rows, key) }
  }

  /// Removes a row, if it exists.
  @inlinable
  public func remove(id key: Key) { source.modify { $0.remove(key) } }

  /// Removes the rows for which a function returns true.
  ///
  /// The function runs again if another thread has changed the table meanwhile.
  @inlinable
  public func removeAll(where shouldBeRemoved: @escaping (Row) -> Bool) {
    source.modify { [key] state in
      for row in state.rows.array where shouldBeRemoved(row.element) { state.remove(key(row.element)) }
    }
  }

  /// Removes all rows.
  @inlinable
  public func removeAll() { source.modify { $0 = TableRows() } }
}

extension TableProperty where Row: Identifiable, Row.ID == Key {
  /// An empty table of rows that identify themselves.
  @inlinable
  public convenience init(fileID: StaticString = #fileID, line: UInt = #line) {
    self.init(key: { $0.id }, fileID: fileID, line: line)
  }

  /// A table with initial rows, which identify themselves. If several have one key, the last one is used.
  @inlinable
  public convenience init(
    _ rows: some Collection<Row> & Sendable, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(fileID: fileID, line: line)
    set(rows)
  }
}

extension TableRows: Equatable where Element: Equatable {
  @usableFromInline
  static func == (one: TableRows, other: TableRows) -> Bool { one.rows == other.rows }
}

/// The rows of a table, in their order and by key.
@usableFromInline
struct TableRows<Key: Hashable & Sendable, Element: Sendable>: Sendable {
  /// Row identities rise along the list, so a row is found by its identity.
  @usableFromInline var rows: Rows<Element>
  @usableFromInline var keys: KeyMap<Key, Element>

  @inlinable
  init() { (rows, keys) = (Rope(), KeyMap()) }

  /// The parts in which two versions differ; `nil` if there are many differences.
  @inlinable
  static func differences(_ old: TableRows, _ new: TableRows) -> PartDifferences? {
    guard var differences = Rope.differences(from: old.rows, to: new.rows),
      let gaps = Rope.gaps(from: old.keys.entries, to: new.keys.entries, budget: 1_024)
    else { return nil }
    differences.hashes = gaps.old.map(\.hash) + gaps.new.map(\.hash)
    return differences
  }

  @inlinable
  mutating func update(_ elements: some Collection<Element>, _ key: (Element) -> Key) {
    // In bulk, building everything again takes less time.
    if elements.count > 64, elements.count > rows.count / 4 { return merge(elements, key) }
    for element in elements {
      let key = key(element)
      if let known = keys.row(for: key) {
        let row = Row(element, id: known.id)
        keys.set(row, for: key)
        rows[rows.firstIndex { $0.id < known.id }] = row
      } else {
        let row = Row(element, id: newRowIDs())
        keys.set(row, for: key)
        rows.append(row)
      }
    }
  }

  @inlinable
  mutating func merge(_ elements: some Collection<Element>, _ key: (Element) -> Key) {
    let old = rows.array
    var all = ContiguousArray(old.map { Keyed(key($0.element), $0) })
    all.reserveCapacity(old.count + elements.count)
    var places: [Key: Int] = [:]
    places.reserveCapacity(old.count + elements.count)
    for (place, keyed) in all.enumerated() { places[keyed.key] = place }
    var id = newRowIDs(elements.count)
    for element in elements {
      let key = key(element)
      if let place = places[key] {
        all[place].row = Row(element, id: all[place].row.id)
      } else {
        places[key] = all.count
        all.append(Keyed(key, Row(element, id: id)))
      }
      id += 1
    }
    build(all)
  }

  @inlinable
  mutating func set(_ elements: some Collection<Element>, _ key: (Element) -> Key) {
    var all = ContiguousArray<Keyed>()
    all.reserveCapacity(elements.count)
    var places: [Key: Int] = [:]
    places.reserveCapacity(elements.count)
    var id = newRowIDs(elements.count)
    var (lastID, isRising): (UInt64, Bool) = (0, true)
    for element in elements {
      let key = key(element)
      if let place = places[key] {
        all[place].row = Row(element, id: all[place].row.id)
      } else {
        let row = Row(element, id: keys.row(for: key)?.id ?? id)
        isRising = isRising && row.id > lastID
        lastID = row.id
        places[key] = all.count
        all.append(Keyed(key, row))
      }
      id += 1
    }
    if !isRising {
      // The rows have another order now, and identities have to rise.
      id = newRowIDs(all.count)
      for place in all.indices { all[place].row = Row(all[place].row.element, id: id + UInt64(place)) }
    }
    build(all)
  }

  @inlinable
  mutating func build(_ all: ContiguousArray<Keyed>) {
    rows = Rope(all.map(\.row))
    keys = KeyMap(ContiguousArray(all.map { KeyEntry($0.key, $0.row) }))
  }

  @inlinable
  mutating func remove(_ key: Key) {
    guard let known = keys.row(for: key) else { return }
    keys.remove(key)
    rows.remove(at: rows.firstIndex { $0.id < known.id })
  }

  @usableFromInline
  struct Keyed {
    @usableFromInline let key: Key
    @usableFromInline var row: Row<Element>

    @inlinable
    init(_ key: Key, _ row: Row<Element>) { (self.key, self.row) = (key, row) }
  }
}
