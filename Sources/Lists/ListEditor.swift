/// The elements of an ``ObservableList`` while they are being changed.
///
/// Reading or changing an element takes time in proportion to the logarithm of the count. A range of elements is
/// replaced or removed in one step. An index that does not exist traps.
public struct ListEditor<Element: Sendable>: RandomAccessCollection, MutableCollection, RangeReplaceableCollection,
  Sendable
{
  @usableFromInline var rows: Rows<Element>

  @inlinable init(_ rows: Rows<Element>) { self.rows = rows }

  /// An empty list.
  @inlinable public init() { self.init(Rope()) }

  /// Zero.
  @inlinable public var startIndex: Int { 0 }

  /// The number of elements.
  @inlinable public var endIndex: Int { rows.count }

  /// An element. The element that replaces it has its identity.
  @inlinable public subscript(index: Int) -> Element {
    get {
      check(index)
      return rows[index].element
    }
    set {
      check(index)
      rows[index] = Row(newValue, id: rows[index].id)
    }
  }

  @inlinable func check(_ index: Int, _ callSite: (StaticString, UInt)? = nil) {
    if index < 0 || index >= rows.count { noElement(index, callSite) }
  }

  @usableFromInline func noElement(_ index: Int, _ callSite: (StaticString, UInt)?) -> Never {
    fatalError(
      """
      \(callSite.map { "\($0.0):\($0.1): a" } ?? "A") list of \(rows.count) elements has no element at \(index). Check \
      `count` first.
      """)
  }

  /// Replaces a range by other elements. Each replaced element gives its identity to the new element at its index.
  @inlinable public mutating func replaceSubrange(_ range: Range<Int>, with elements: some Collection<Element>) {
    if range.lowerBound < 0 || range.upperBound > count {
      fatalError("A list of \(count) elements has no range \(range). Check `count` first.")
    }
    let old = rows.slice(range).array
    var new = ContiguousArray<Row<Element>>()
    var id = newRowIDs(elements.count)
    for element in elements {
      new.append(Row(element, id: new.count < old.count ? old[new.count].id : id))
      id += 1
    }
    if old.count == 0, new.count == 1 { return rows.insert(new[0], at: range.lowerBound) }
    if old.count == 1, new.count == 0 { return _ = rows.remove(at: range.lowerBound) }
    if old.count == 1, new.count == 1 { return rows[range.lowerBound] = new[0] }
    rows = rows.slice(0..<range.lowerBound) + Rope(new) + rows.slice(range.upperBound..<rows.count)
  }

  /// Removes all elements.
  @inlinable public mutating func removeAll(keepingCapacity keepsCapacity: Bool = false) { rows = Rope() }

  /// Removes the elements for which a function returns true; the others keep their order.
  @inlinable public mutating func removeAll(where shouldBeRemoved: (Element) throws -> Bool) rethrows {
    let all = rows.array
    let kept = try all.filter { try !shouldBeRemoved($0.element) }
    if kept.count != all.count { rows = Rope(kept) }
  }

  /// Moves an element to an index among the other elements. It keeps its identity.
  @inlinable public mutating func move(from index: Int, to other: Int) {
    check(index)
    check(other)
    if index != other { rows.move(from: index, to: other) }
  }

  /// The index of the row with an identity, in linear time; `nil` if no row has it.
  @inlinable func place(of id: UInt64) -> Int? { rows.array.firstIndex { $0.id == id } }

  /// The row at an index, or the end.
  @inlinable func neighbour(at index: Int) -> Neighbour { index < rows.count ? .row(rows[index].id) : .end }

  @inlinable func place(before next: Neighbour) -> Int {
    if case .row(let id) = next, let place = place(of: id) { return place }
    return rows.count
  }

  @inlinable mutating func set<ID: Hashable>(
    _ elements: some Sequence<Element>, by identity: (Element) -> ID, _ areEqual: (Element, Element) -> Bool
  ) {
    let (old, elements) = (rows.unmanaged, Array(elements))
    var places = [ID: Int32](minimumCapacity: old.count)
    // If several rows have the same identity, the first one stays.
    for place in old.indices.reversed() {
      places[old[place]._withUnsafeGuaranteedRef { identity($0.element) }] = Int32(place)
    }
    var isTaken = ContiguousArray(repeating: false, count: old.count)
    var isSame = elements.count == old.count
    var known = ContiguousArray<Unmanaged<Row<Element>>?>()
    known.reserveCapacity(elements.count)
    for element in elements {
      let place = places[identity(element)].map { Int($0) }
      guard let place, !isTaken[place] else {
        known.append(nil)
        continue
      }
      isTaken[place] = true
      isSame = isSame && place == known.count
      known.append(old[place])
    }
    var new = RopeBuilder<Row<Element>>(capacity: elements.count)
    withExtendedLifetime(rows) {
      // The rows are scattered in memory. The processor waits for all rows of a block at the same time.
      let size = Row<Element>.leafLimit
      for start in stride(from: 0, to: elements.count, by: size) {
        let block = start..<Swift.min(start + size, elements.count)
        guard known[block].withUnsafeBufferPointer(Row.read) else { continue }
        for place in block {
          guard let row = known[place] else {
            new.append(Row(elements[place], id: newRowIDs()))
            isSame = false
            continue
          }
          row._withUnsafeGuaranteedRef { row in
            let isEqual = areEqual(row.element, elements[place])
            isSame = isSame && isEqual
            new.append(isEqual ? row : Row(elements[place], id: row.id))
          }
        }
      }
    }
    if !isSame { rows = new.rope() }
  }
}

/// The row that a new or moved row comes directly before, or the end of the list.
@usableFromInline
enum Neighbour {
  case row(UInt64)
  case end
}
