import Operators
public import Properties
import StreamCore

/// A table with changes that the server has not confirmed yet.
///
/// ```swift
/// let shown = postTable.optimistic()
/// let layer = shown.layer(id: 7) { $0?.likes += 1 }      // also: insert a row, or remove it by setting `nil`
/// layer.confirm { postTable.update([answer]) }           // or layer.rollBack()
/// ```
///
///     board      a1-------------a2----
///     layer +1   ---x-----------c         confirm { board.update([a2]) }
///     shown      a1-a2----------a2----
///
/// Each layer changes one row. The rows are those of the table, with their layers applied. When a row of the table
/// changes, its layers are applied again. A row that only a layer has stands after the rows that the table had when the
/// layer was made. After a ``TableProperty/set(_:)`` in another order it stands first. An optimistic table is a node of
/// the state graph. A change of a row, and a layer, take time in proportion to the logarithm of the count and to the
/// number of layers of that row. Layers of other rows cost nothing. Keeps the table alive.
public final class OptimisticTable<Key: Hashable & Sendable, Row: Sendable>: TableProtocol, ListProtocol {
  /// The rows with all layers, read-only.
  public let table: DerivedTable<Key, Row>

  /// The rows with all layers, in the order of the table.
  public var list: DerivedList<Row> { table.rows }

  /// The keys of the rows with layers whose changes the table does not include yet, in no particular order.
  public let pending: DerivedList<Key>

  @usableFromInline let base: TableProperty<Key, Row>
  @usableFromInline let layers: MutableProperty<Layers<Key, Row>>

  /// The subscription to the table, while a confirmed layer waits for its arrival.
  private let watching = SerialDisposable()

  /// Creates an optimistic table over a table that the answers of a server change.
  @inlinable
  public init(_ base: TableProperty<Key, Row>, fileID: StaticString = #fileID, line: UInt = #line) {
    let layers = MutableProperty(Layers<Key, Row>())
    (self.base, self.layers) = (base, layers)
    let callSite = (fileID, line)
    let both = Property(base.source, layers, by: { Layered(base: $0, layers: $1) }, fileID: fileID, line: line)
    let shown = Property<Shown<Key, Row>>(
      Layering(key: base.key), callSite, of: both, areSame: { $0.isSame(as: $1) }, { $0 })
    table = DerivedTable(
      Property(shown, callSite, areSame: { $0 === $1 }, \.table.keys), callSite,
      rows: DerivedList(Property(shown, callSite, areSame: { $0 === $1 }, \.table.rows)))
    let pending = DerivedTable(Property(shown, callSite, areSame: { $0 === $1 }, \.pending), callSite)
    self.pending = pending.entries.map { $0.key }
  }

  deinit { watching.dispose() }

  /// The number of rows.
  public var count: Int { table.rows.count }

  /// Applies a change of a row on top of its others, until the returned layer is confirmed or rolled back.
  ///
  /// `change` receives `nil` if there is no such row. A row that it sets must have the key. It runs each time that the
  /// row is computed, without a lock, and should only change the row.
  @inlinable
  public func layer(id key: Key, _ change: @escaping @Sendable (inout Row?) -> Void) -> OptimisticLayer<Row?> {
    let new = OptimisticChange<Row?>(change)
    let update: @Sendable (@escaping (inout [OptimisticChange<Row?>]) -> Void) -> Void = { [layers] change in
      layers.modify { layers in
        layers.update(key) { changes in
          var all = changes ?? []
          change(&all)
          changes = all.isEmpty ? nil : all
        }
      }
    }
    update { changes in
      changes.removeAll { $0.isOver }
      changes.append(new)
    }
    return OptimisticLayer(new.id, awaitArrival: awaitArrival(), update: update)
  }

  /// Watches the table, so that a layer is not applied again after a row has included its change.
  @usableFromInline
  func awaitArrival() -> @Sendable () -> Void {
    { [base, layers, watching] in
      // Each arrival looks at its own row, and there are few that wait for it.
      watching.inner = base.source.take(while: { [weak layers] rows in
        guard let all = layers.map({ layers in untracked { layers.value } }) else { return false }
        var isOpen = false
        for entry in all.entries.array {
          for arrival in entry.row.element.compactMap(\.arrival) where !arrival.wasSeen {
            arrival.note(rows.keys.value(for: entry.key))
            if !arrival.wasSeen { isOpen = true }
          }
        }
        return isOpen
      }).subscribe { _ in }
    }
  }
}

extension TableProperty {
  /// The table under changes that are not confirmed: see ``OptimisticTable``.
  @inlinable
  public func optimistic(fileID: StaticString = #fileID, line: UInt = #line) -> OptimisticTable<Key, Row> {
    OptimisticTable(self, fileID: fileID, line: line)
  }
}

@usableFromInline typealias Layers<Key: Hashable & Sendable, Row: Sendable> = KeyMap<Key, [OptimisticChange<Row?>]>

/// A version of a table, and of the layers over it.
@usableFromInline
struct Layered<Key: Hashable & Sendable, Row: Sendable>: Sendable {
  @usableFromInline let base: TableRows<Key, Row>
  @usableFromInline let layers: Layers<Key, Row>

  @inlinable
  init(base: TableRows<Key, Row>, layers: Layers<Key, Row>) { (self.base, self.layers) = (base, layers) }
}

/// The rows with their layers, and the number of layers of each row that the table does not include.
@usableFromInline
struct Shown<Key: Hashable & Sendable, Row: Sendable>: Sendable {
  @usableFromInline var table: TableRows<Key, Row>
  @usableFromInline var pending: KeyMap<Key, Int>

  @inlinable
  init(table: TableRows<Key, Row>) { (self.table, pending) = (table, KeyMap()) }

  @inlinable
  func isSame(as other: Shown) -> Bool {
    table.rows === other.table.rows && table.keys === other.table.keys && pending === other.pending
  }
}

/// Applies the layers of those rows that differ between two versions, or that have layers.
@usableFromInline
struct Layering<Key: Hashable & Sendable, Element: Sendable>: Rule {
  @usableFromInline typealias State = Shown<Key, Element>

  @usableFromInline let key: @Sendable (Element) -> Key

  @inlinable
  init(key: @escaping @Sendable (Element) -> Key) { self.key = key }

  @inlinable
  func reset(
    _ source: Layered<Key, Element>, _ previous: (source: Layered<Key, Element>, state: State)?
  ) -> State {
    var state = Shown(table: source.base)
    for entry in source.layers.entries.array { show(entry.key, of: source, in: &state) }
    return state
  }

  @inlinable
  func update(_ state: inout State, from old: Layered<Key, Element>, to new: Layered<Key, Element>) -> Bool {
    guard let rows = new.base.keys.changes(from: old.base.keys), let layers = new.layers.changes(from: old.layers)
    else { return false }
    for change in rows { show(change.key, of: new, in: &state) }
    for change in layers { show(change.key, of: new, in: &state) }
    return true
  }

  @inlinable
  func areSame(_ one: Layered<Key, Element>, _ other: Layered<Key, Element>) -> Bool {
    one.base.rows === other.base.rows && one.base.keys === other.base.keys && one.layers === other.layers
  }

  /// Brings one row up to date.
  @inlinable
  func show(_ key: Key, of source: Layered<Key, Element>, in state: inout State) {
    let (base, layers) = (source.base.keys.row(for: key), source.layers.row(for: key))
    let pending = layers?.element.count { !($0.arrival?.includes(base?.element) ?? false) } ?? 0
    if state.pending.value(for: key) ?? 0 != pending {
      state.pending.update(key) { $0 = pending > 0 ? pending : nil }
    }
    set(pending > 0 ? row(key, base, layers) : base, for: key, in: &state.table)
  }

  @inlinable
  func set(_ new: Row<Element>?, for key: Key, in table: inout TableRows<Key, Element>) {
    let shown = table.keys.row(for: key)
    if new === shown { return }
    if let shown, let new, shown.id == new.id {
      table.rows[index(of: new, in: table)] = new
    } else {
      if let shown { table.rows.remove(at: index(of: shown, in: table)) }
      if let new { table.rows.insert(new, at: index(of: new, in: table)) }
    }
    if let new { table.keys.set(new, for: key) } else { table.keys.remove(key) }
  }

  @inlinable
  func index(of row: Row<Element>, in table: TableRows<Key, Element>) -> Int {
    table.rows.firstIndex { $0.id < row.id }
  }

  @inlinable
  func row(
    _ key: Key, _ base: Row<Element>?, _ layers: Row<[OptimisticChange<Element?>]>?
  ) -> Row<Element>? {
    guard let layers else { return base }
    var element = base?.element
    for change in layers.element { change.apply(to: &element, over: base?.element) }
    guard let element else { return nil }
    let own = self.key(element)
    if own != key {
      fatalError("A layer of the row \(key) has set a row with the key \(own). Set one with the same key.")
    }
    // Identities rise along the list, and that of the first layer is of the moment in which it was made.
    return Row(element, id: base?.id ?? layers.id)
  }
}
