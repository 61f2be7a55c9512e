public import Properties

/// A table to read and observe: a ``TableProperty``, or the result of `indexed(by:)` or `grouped(by:)`.
public protocol TableProtocol<Key, Row>: Sendable {
  associatedtype Key: Hashable & Sendable
  associatedtype Row: Sendable

  /// The table, read-only.
  var table: DerivedTable<Key, Row> { get }
}

/// A read-only table, which is derived from a list or belongs to a ``TableProperty``.
///
/// It is derived state. In a tracked closure, a read of a row depends on that row only, and a read of `count` on the
/// count only. It keeps its source alive.
public final class DerivedTable<Key: Hashable & Sendable, Row: Sendable>: TableProtocol {
  @usableFromInline let map: Property<KeyMap<Key, Row>>
  @usableFromInline let nodes = Lock(KeyMap<Key, Property<Lists.Row<Row>?>>())

  /// Makes the node of a row.
  @usableFromInline let part: @Sendable (Key, _ whenUnused: (@Sendable () -> Void)?) -> Property<Lists.Row<Row>?>

  /// The rows, in the order of the ``TableProperty`` or in no particular one. For an order use
  /// ``ListProtocol/sorted(by:fileID:line:)``.
  public let rows: DerivedList<Row>

  /// The keys with their rows, in no particular order.
  public let entries: DerivedList<(key: Key, row: Row)>

  @inlinable
  init(
    _ map: Property<KeyMap<Key, Row>>, _ callSite: (StaticString, UInt), rows: DerivedList<Row>? = nil,
    part: (@Sendable (Key, (@Sendable () -> Void)?) -> Property<Lists.Row<Row>?>)? = nil
  ) {
    self.map = map
    self.part =
      part
      ?? { key, whenUnused in
        Property(map, callSite, areSame: { $0 === $1 }, whenUnused: whenUnused, { $0.row(for: key) })
      }
    self.rows =
      rows
      ?? DerivedList(
        Property(
          Listing<Key, Row, Row> { $0.row }, callSite, of: map, areSame: { $0 === $1 }, { $0 }))
    entries = DerivedList(
      Property(
        Listing<Key, Row, (key: Key, row: Row)> { Lists.Row(($0.key, $0.row.element), id: $0.row.id) }, callSite,
        of: map, areSame: { $0 === $1 }, { $0 }))
  }

  /// The table itself.
  public var table: DerivedTable<Key, Row> { self }

  /// A row, read through its own node. A read that is not tracked uses none, since a node would retain a removed row.
  @inlinable
  func row(_ key: Key) -> Lists.Row<Row>? {
    guard isFollowed else { return map.value.row(for: key) }
    if let node = nodes.withLock({ $0 }).value(for: key) { return node.value }
    // The node is dropped when no closure depends on it any longer: it would keep a removed row alive.
    let made = part(key) { [weak self] in self?.changeNodes { $0.remove(key) } }
    changeNodes { $0.set(made, for: key) }
    return made.value
  }

  /// Changes the nodes of rows.
  ///
  /// Hashing and comparing keys runs user code. So `change` runs without the lock, on a copy, which is stored
  /// afterwards. If another thread has changed the nodes meanwhile, `change` runs again, on a copy of the new ones.
  @inlinable
  func changeNodes(_ change: (inout KeyMap<Key, Property<Lists.Row<Row>?>>) -> Void) {
    while true {
      let known = nodes.withLock { $0 }
      var changed = known
      change(&changed)
      let isStored = nodes.withLock { nodes in
        guard nodes === known else { return false }
        swap(&nodes, &changed)
        return true
      }
      if isStored { return }
    }
  }
}

extension TableProtocol {
  /// The number of rows.
  public var count: Int { table.rows.count }

  /// The row with a key, in time in proportion to the logarithm of the count.
  public subscript(id key: Key) -> Row? { table.row(key)?.element }

  /// The row with a key, as a property.
  public func property(id key: Key, fileID: StaticString = #fileID, line: UInt = #line) -> Property<Row?> {
    table.part(key, nil).map({ $0?.element }, fileID: fileID, line: line)
  }
}

/// The entries of a map as a list, in its order.
@usableFromInline
struct Listing<Key: Hashable & Sendable, Value: Sendable, Output: Sendable>: Rule {
  @usableFromInline let output: @Sendable (KeyEntry<Key, Value>) -> Row<Output>

  @inlinable
  init(_ output: @escaping @Sendable (KeyEntry<Key, Value>) -> Row<Output>) { self.output = output }

  @inlinable
  func reset(
    _ source: KeyMap<Key, Value>, _ previous: (source: KeyMap<Key, Value>, state: Rows<Output>)?
  ) -> Rows<Output> {
    Rope(source.entries.array.map(output))
  }

  @inlinable
  func update(_ state: inout Rows<Output>, from old: KeyMap<Key, Value>, to new: KeyMap<Key, Value>) -> Bool {
    let budget = Swift.max(256, Swift.max(old.count, new.count) / 2)
    guard let gaps = Rope.gaps(from: old.entries, to: new.entries, budget: budget) else { return false }
    for gap in gaps.all {
      let both = Swift.min(gap.old.count, gap.new.count)
      let entries = gaps.new[gap.new]
      for (place, entry) in entries.prefix(both).enumerated() { state[gap.newStart + place] = output(entry) }
      for _ in both..<gap.old.count { state.remove(at: gap.newStart + both) }
      for (place, entry) in entries.dropFirst(both).enumerated() {
        state.insert(output(entry), at: gap.newStart + both + place)
      }
    }
    return true
  }

  @inlinable
  func areSame(_ one: KeyMap<Key, Value>, _ other: KeyMap<Key, Value>) -> Bool { one === other }
}
