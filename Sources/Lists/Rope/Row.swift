public import StreamPrimitives

/// An element of a list, shared by all lists that have it.
///
/// Two lists that share a row have the same element there, so elements need not be compared. A row that replaces
/// another row has the identity of the replaced row.
@usableFromInline
final class Row<Element: Sendable>: RopeElement {
  @usableFromInline let id: UInt64
  @usableFromInline let element: Element

  @inlinable
  init(_ element: Element, id: UInt64) {
    self.id = id
    self.element = element
  }
}

extension Row {
  @inlinable
  static func read(_ rows: UnsafeBufferPointer<Row>) -> Bool {
    // An unmanaged reference has the same representation as a reference, even if it is optional.
    read(UnsafeRawBufferPointer(rows).bindMemory(to: Unmanaged<Row>?.self))
  }

  /// Reads the identities of the rows. They are greater than zero, so the result is `true`.
  @inlinable @inline(never)
  static func read(_ rows: UnsafeBufferPointer<Unmanaged<Row>?>) -> Bool {
    var ids: UInt64 = rows.isEmpty ? 1 : 0
    for row in rows { ids |= row?._withUnsafeGuaranteedRef { $0.id } ?? 1 }
    return ids > 0
  }
}

/// For Observation: an equal value notifies no observer.
extension Row: Equatable where Element: Equatable {
  @inlinable
  static func == (one: Row, other: Row) -> Bool { one === other || one.element == other.element }
}

extension Rope: Equatable where Element: Equatable {
  @usableFromInline
  static func == (one: Rope, other: Rope) -> Bool {
    one === other || one.count == other.count && one.array == other.array
  }
}

/// The largest identity of all rows so far.
@usableFromInline let lastRowID = Atomic<UInt64>(0)

/// Reserves successive identities for new rows, and returns the first.
@inlinable
func newRowIDs(_ count: Int = 1) -> UInt64 {
  lastRowID.add(UInt64(count), ordering: .relaxed).newValue - UInt64(count) + 1
}

@usableFromInline typealias Rows<Element: Sendable> = Rope<Row<Element>>

extension Rope {
  /// Makes rows of elements.
  @inlinable
  init<Value>(rowsOf values: some Collection<Value>) where Element == Row<Value> {
    var id = newRowIDs(values.count)
    var rows = RopeBuilder<Row<Value>>(capacity: values.count)
    for value in values {
      rows.append(Row(value, id: id))
      id += 1
    }
    self = rows.rope()
  }

  /// Calls `body` with each row, without counting references: they live as long as the rope.
  ///
  /// The rows of a list that was put into another order are scattered in memory. All rows of a leaf are read before
  /// the calls, so that the processor waits for their memory once for a leaf, and not once for a row.
  @inlinable
  func forEachRow<Value>(_ body: (Unmanaged<Element>) -> Void) where Element == Row<Value> {
    forEachLeaf { leaf in
      guard Element.read(leaf) else { return }
      for place in leaf.indices { body(.passUnretained(leaf[place])) }
    }
  }

  @inlinable
  func elements<Value>() -> [Value] where Element == Row<Value> {
    var elements: [Value] = []
    elements.reserveCapacity(count)
    forEachLeaf { leaf in for row in leaf { elements.append(row.element) } }
    return elements
  }
}

/// The places of rows by their identities. If several rows have the same identity, the place is that of the first.
///
/// Rows that were made together have successive identities. So the places are in an array, unless the array would be
/// much longer than the list.
@usableFromInline
struct RowPlaces {
  @usableFromInline var base: UInt64 = 0
  @usableFromInline var dense: ContiguousArray<Int32> = []
  @usableFromInline var sparse: [UInt64: Int] = [:]

  @inlinable
  init(count: Int, _ id: (_ place: Int) -> UInt64) {
    if count == 0 { return }
    var (low, high) = (UInt64.max, UInt64.min)
    for place in 0..<count {
      low = Swift.min(low, id(place))
      high = Swift.max(high, id(place))
    }
    if high - low < UInt64(count) * 4 + 64, count < Int32.max {
      base = low
      dense = ContiguousArray(repeating: -1, count: Int(high - low) + 1)
      for place in 0..<count {
        let offset = Int(id(place) - low)
        if dense[offset] < 0 { dense[offset] = Int32(truncatingIfNeeded: place) }
      }
    } else {
      sparse.reserveCapacity(count)
      for place in 0..<count where sparse[id(place)] == nil { sparse[id(place)] = place }
    }
  }

  @inlinable
  subscript(id: UInt64) -> Int? {
    if dense.isEmpty { return sparse.isEmpty ? nil : sparse[id] }
    guard id >= base, id - base < UInt64(dense.count) else { return nil }
    let place = dense[Int(id - base)]
    return place < 0 ? nil : Int(place)
  }

  /// Removes a row from the index, and returns its place.
  @inlinable
  mutating func take(_ id: UInt64) -> Int? {
    guard let place = self[id] else { return nil }
    if dense.isEmpty { sparse[id] = nil } else { dense[Int(id - base)] = -1 }
    return place
  }
}

extension Rope where Element: AnyObject {
  /// Does the same as `firstIndex(whereNot:)` of all ropes, without counting references.
  @inlinable
  func firstIndex(whereNot isBefore: (Element) -> Bool) -> Int {
    // An unmanaged reference has the same representation as a reference.
    firstIndex(whereNotAt: { element in
      UnsafeRawPointer(element).load(as: Unmanaged<Element>.self)._withUnsafeGuaranteedRef(isBefore)
    })
  }

  /// Builds a rope of elements, and retains them. The caller keeps them alive during the call.
  @inlinable
  init(retaining elements: ContiguousArray<Unmanaged<Element>>.SubSequence) {
    var rest = elements
    while !rest.isEmpty {
      let part = rest.prefix(Element.leafLimit)
      rest = rest.dropFirst(part.count)
      // An unmanaged reference has the same representation as a reference.
      guard part.withUnsafeBytes({ Element.read($0.bindMemory(to: Element.self)) }) else { continue }
      for element in part { _ = element.retain() }
    }
    self.init(adopting: elements)
  }

  /// Builds a rope of elements that have been retained for it. No element is accessed.
  @inlinable
  init(adopting elements: ContiguousArray<Unmanaged<Element>>.SubSequence) {
    let size = Element.leafLimit
    var leaves = ContiguousArray<Node>()
    leaves.reserveCapacity(elements.count / size + 1)
    elements.withUnsafeBufferPointer { elements in
      for start in stride(from: 0, to: elements.count, by: size) {
        let part = elements[start..<Swift.min(start + size, elements.count)]
        let leaf = Node.make(height: 0, capacity: part.count)
        leaf.length = part.count
        // An unmanaged reference has the same representation as a reference.
        UnsafeMutableRawBufferPointer(leaf.elements).copyMemory(
          from: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: part)))
        leaf.measure()
        leaves.append(leaf)
      }
    }
    self.init(leaves: leaves)
  }

  /// Whether the elements are the same objects.
  @inlinable
  func isEqual(to elements: ContiguousArray<Unmanaged<Element>>.SubSequence) -> Bool {
    if count != elements.count { return false }
    var (place, isEqual) = (elements.startIndex, true)
    forEachUnmanaged { element in
      if elements[place].toOpaque() != element.toOpaque() { isEqual = false }
      place += 1
    }
    return isEqual
  }

  /// Calls `body` with each element, without counting references: they live as long as the rope.
  @inlinable
  func forEachUnmanaged(_ body: (Unmanaged<Element>) -> Void) {
    forEachLeaf { leaf in
      for place in leaf.indices { body(.passUnretained(leaf[place])) }
    }
  }

  /// The elements without counting references: they live as long as the rope.
  @inlinable var unmanaged: ContiguousArray<Unmanaged<Element>> {
    // Without elements, this initializer would write to the empty array that all threads share.
    if isEmpty { return [] }
    return ContiguousArray(unsafeUninitializedCapacity: count) { all, filled in
      forEachLeaf { leaf in
        // An unmanaged reference has the same representation as a reference.
        guard let from = leaf.baseAddress, let to = all.baseAddress else { return }
        UnsafeMutableRawPointer(to + filled).copyMemory(
          from: from, byteCount: leaf.count * MemoryLayout<Element>.stride)
        filled += leaf.count
      }
    }
  }
}
