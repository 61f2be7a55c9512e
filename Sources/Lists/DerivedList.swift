import Operators
public import Properties
public import StreamCore

/// A list to read and observe: an ``ObservableList``, the rows of a table, or a list derived from either.
public protocol ListProtocol<Element>: Sendable {
  associatedtype Element: Sendable

  /// The list, read-only.
  var list: DerivedList<Element> { get }
}

/// A read-only list: the view of an ``ObservableList`` or of a table's rows, or derived from other lists.
///
/// It is derived state: computed when it is read or observed, always up to date, and changed once by a ``batch(_:)``.
/// In a tracked closure, a read of `count` depends on the count only, a read of `list[i]` on the row at index i, and a
/// read of `value` on everything. A change takes time in proportion to the edits that it causes, added up over the
/// derived lists that depend on it. A derived list keeps its sources alive, and they do not keep it. As long as nothing
/// observes it, it keeps the elements of its last read.
public final class DerivedList<Element: Sendable>: ListProtocol {
  @usableFromInline let makeRows: @Sendable () -> Property<Rows<Element>>

  /// The parts of a source; `nil` for a list that is derived from others.
  ///
  /// Without parts, each row that a closure has read is looked up again after a change, in logarithmic time.
  @usableFromInline let parts: ListParts<Element>?

  /// All rows, for tracked closures; see `current`.
  private let whole: CachedProperty<Rows<Element>>
  @usableFromInline let cache = Lock(PropertyCache<Element>())

  /// The rows, for derived lists and for observers.
  @inlinable var rows: Property<Rows<Element>> { makeRows() }

  @usableFromInline
  convenience init(_ rows: Property<Rows<Element>>, parts: ListParts<Element>? = nil) {
    self.init(parts) { rows }
  }

  @usableFromInline
  init(_ parts: ListParts<Element>?, rows: @escaping @Sendable () -> Property<Rows<Element>>) {
    (self.parts, makeRows) = (parts, rows)
    whole = CachedProperty { whenUnused in
      Property(rows(), areSame: { $0 === $1 }, whenUnused: whenUnused, { $0 })
    }
  }

  /// The list itself.
  public var list: DerivedList<Element> { self }
}

/// A cache of the properties of a list: one for its count and, for tracked closures, one for each row.
///
/// A property is made at its first read, without the lock. If two threads make the same property, either may be used.
/// When nothing depends on the property of a row, it is dropped. Otherwise it would keep a removed row alive.
@usableFromInline
struct PropertyCache<Element: Sendable>: Sendable {
  var count: Property<Int>?
  @usableFromInline var byIndex: [Int: Property<Row<Element>?>] = [:]
}

extension DerivedList {
  /// The number of elements, as a property that notifies when it changes.
  public var countProperty: Property<Int> {
    if let known = cache.withLock({ $0.count }) { return known }
    let made = parts?.count() ?? rows.map { $0.count }.distinctUntilChanged()
    return cache.withLock { cache in
      if cache.count == nil { cache.count = made }
      return cache.count!
    }
  }

  /// All rows, for readers. A tracked closure reads them through a separate node.
  ///
  /// Otherwise a criterion that reads the list that it filters would not run again after a change. Its stage has read
  /// the same node as its source before, and stores only reads of nodes that were not read yet.
  ///
  /// An untracked read of a source uses no node. Nothing would depend on the node, so it would never be dropped, and
  /// would keep removed rows alive.
  @usableFromInline var current: Rows<Element> {
    if isTracking { return whole.property.value }
    return isFollowed ? rows.value : unfollowed
  }

  /// All rows, for a read that neither a tracked closure nor Observation tracks.
  ///
  /// It is inlinable. Otherwise a read of one element would execute the generic code of this module.
  @inlinable var unfollowed: Rows<Element> {
    if let parts { return parts.current() }
    return rows.value
  }

  /// A row, in a tracked closure through a node of that row. Untracked reads use none: see `current`.
  @inlinable
  func row(_ index: Int) -> Row<Element>? {
    guard isTracking else { return current.row(index) }
    if let known = cache.withLock({ $0.byIndex[index] }) { return known.value }
    let drop: @Sendable () -> Void = { [weak self] in
      // Released when the lock is free.
      var dropped: Property<Row<Element>?>?
      self?.cache.withLock { dropped = $0.byIndex.removeValue(forKey: index) }
      withExtendedLifetime(dropped) {}
    }
    let made = parts?.row(index, drop) ?? Property(rows, areSame: { $0 === $1 }, whenUnused: drop, { $0.row(index) })
    cache.withLock { $0.byIndex[index] = made }
    return made.value
  }
}

/// Reads a source, and makes properties for its count and for one row.
///
/// A change invalidates only the properties that it affects or, if it has many differences, all: see ``Parts``.
@usableFromInline
struct ListParts<Element: Sendable>: Sendable {
  @usableFromInline let current: @Sendable () -> Rows<Element>
  @usableFromInline let count: @Sendable () -> Property<Int>
  @usableFromInline
  let row: @Sendable (_ index: Int, _ whenUnused: @escaping @Sendable () -> Void) -> Property<Row<Element>?>

  @inlinable
  init<Whole>(
    of source: MutableProperty<Whole>, _ differences: @escaping Parts<Whole>.Differences,
    _ rows: @escaping @Sendable (Whole) -> Rows<Element>
  ) {
    current = { rows(source.value) }
    count = { source.part(.count, differences, areSame: ==) { rows($0).count } }
    row = { index, whenUnused in
      source.part(.index(index), differences, areSame: { $0 === $1 }, whenUnused: whenUnused) { rows($0).row(index) }
    }
  }
}

extension DerivedList {
  @usableFromInline
  func noElement(_ index: Int, _ fileID: StaticString, _ line: UInt) -> Never {
    fatalError(
      "\(fileID):\(line): a list has no element at \(index): its count is \(untracked { count }). Check `count` first.")
  }
}

extension Rope {
  @inlinable
  func row<Value>(_ index: Int) -> Row<Value>? where Element == Row<Value> {
    index >= 0 && index < count ? self[index] : nil
  }
}

extension ListProtocol {
  /// The number of elements.
  public var count: Int { list.countProperty.value }

  /// Whether there are no elements.
  public var isEmpty: Bool { count == 0 }

  /// The elements, as an array. Takes time in proportion to their number.
  public var value: [Element] { list.current.elements() }

  /// The elements, as an immutable collection. Takes constant time.
  public var elements: ListElements<Element> { ListElements(list.current) }

  /// The elements, as a property.
  public var property: Property<ListElements<Element>> { list.rows.map { ListElements($0) } }

  /// An element, in time in proportion to the logarithm of the count. An index that does not exist traps.
  @inlinable
  public subscript(index: Int, fileID: StaticString = #fileID, line: UInt = #line) -> Element {
    guard let row = isFollowed ? list.row(index) : list.unfollowed.row(index) else {
      list.noElement(index, fileID, line)
    }
    return row.element
  }

  /// The changes of the list, as edits. The first change is from nothing: it inserts all elements.
  ///
  ///     list    [a, b]----append(c)---remove(at: 0)---|      released
  ///     edits   +a0 +b1---+c2---------−a0-------------|
  ///
  /// A subscriber is notified once for each change, or ``batch(_:)``, with the edits since its last notification. An
  /// element that was moved keeps its identity: its change is a `move`. Delivers where the list is changed, and
  /// completes when all its sources have been released. Does not keep the sources alive, unless a closure of a derived
  /// list captures one.
  @inlinable public var edits: Signal<CollectionChange<Element>, Never> { list.rows.signal.apply(DiffingRows()) }
}

@usableFromInline
struct DiffingRows<Element: Sendable>: Operator {
  @usableFromInline var before: Rows<Element>?

  @inlinable init() {}

  @inlinable
  mutating func step(_ rows: Rows<Element>) -> Step<CollectionChange<Element>> {
    if let before, before === rows { return .skip }
    let change = CollectionChange(from: before ?? Rope(), to: rows)
    before = rows
    return .emit(change)
  }
}

/// A snapshot of the elements of a list.
///
/// Copying takes constant time, and finding an element takes time in proportion to the logarithm of the count.
public struct ListElements<Element: Sendable>: RandomAccessCollection, Sendable {
  @usableFromInline let rows: Rows<Element>

  @usableFromInline
  init(_ rows: Rows<Element>) { self.rows = rows }

  /// Zero.
  public var startIndex: Int { 0 }

  /// The number of elements.
  public var endIndex: Int { rows.count }

  /// An element. An index that does not exist traps.
  public subscript(index: Int) -> Element {
    if index < 0 || index >= rows.count {
      fatalError("A list of \(rows.count) elements has no element at \(index). Check `count` first.")
    }
    return rows[index].element
  }

  /// Iterates leaf by leaf.
  public struct Iterator: IteratorProtocol {
    private var path: [(node: RopeNode<Row<Element>>, next: Int)] = []

    fileprivate init(_ rows: Rows<Element>) { if let root = rows.root { path = [(root, 0)] } }

    /// Returns the next element.
    public mutating func next() -> Element? {
      while let (node, place) = path.last {
        guard place < node.length else {
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        if node.height == 0 { return node.elements[place].element }
        path.append((node.children[place], 0))
      }
      return nil
    }
  }

  /// Iterates over the elements.
  public func makeIterator() -> Iterator { Iterator(rows) }
}

extension ListElements: Equatable where Element: Equatable {
  /// Returns whether the elements are equal, in their order.
  public static func == (one: ListElements, other: ListElements) -> Bool {
    one.rows === other.rows || one.elementsEqual(other)
  }
}

extension ListElements: CustomStringConvertible {
  /// The elements, as an array describes itself.
  public var description: String { "\(Array(self))" }
}
