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
    var rows = ContiguousArray<Row<Value>>()
    rows.reserveCapacity(values.count)
    for value in values {
      rows.append(Row(value, id: id))
      id += 1
    }
    self.init(rows)
  }

  @inlinable
  func elements<Value>() -> [Value] where Element == Row<Value> {
    var elements: [Value] = []
    elements.reserveCapacity(count)
    forEachLeaf { leaf in for row in leaf { elements.append(row.element) } }
    return elements
  }
}
