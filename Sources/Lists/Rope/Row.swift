public import StreamPrimitives

/// An element of a list, shared by all lists that have it.
///
/// Two lists that have the same row have the same element, so nothing is compared. A row that replaces another has its
/// identity.
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

/// For Observation, which is not notified of equal values.
extension Row: Equatable where Element: Equatable {
  @inlinable
  static func == (one: Row, other: Row) -> Bool { one === other || one.element == other.element }
}

/// The last identity that was given to a row.
@usableFromInline let lastRowID = Atomic<UInt64>(0)

/// Identities for new rows; returns the first.
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

  @inlinable
  func elements<Value>() -> [Value] where Element == Row<Value> {
    var elements: [Value] = []
    elements.reserveCapacity(count)
    forEachLeaf { leaf in for row in leaf { elements.append(row.element) } }
    return elements
  }
}

/// The places of rows by their identities; of several rows with one identity, the first counts.
///
/// Identities of rows that were made in bulk follow each other, so the places are in an array where that is not much
/// longer than the list.
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
  /// Builds a rope of elements that are kept alive until then.
  @inlinable
  init(retaining elements: ContiguousArray<Unmanaged<Element>>.SubSequence) {
    var builder = RopeBuilder<Element>(capacity: elements.count)
    for element in elements { builder.append(element.takeUnretainedValue()) }
    self = builder.rope()
  }

  /// Whether the elements are the same objects.
  @inlinable
  func isEqual(to elements: ContiguousArray<Unmanaged<Element>>.SubSequence) -> Bool {
    if count != elements.count { return false }
    var (place, isEqual) = (elements.startIndex, true)
    forEachLeaf { leaf in
      for element in leaf {
        if elements[place].toOpaque() != Unmanaged.passUnretained(element).toOpaque() { isEqual = false }
        place += 1
      }
    }
    return isEqual
  }

  /// The elements without counting references: they live as long as the rope.
  @inlinable var unmanaged: ContiguousArray<Unmanaged<Element>> {
    var all = ContiguousArray<Unmanaged<Element>>()
    all.reserveCapacity(count)
    forEachLeaf { leaf in for element in leaf { all.append(.passUnretained(element)) } }
    return all
  }
}
