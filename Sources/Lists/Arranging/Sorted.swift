extension ListProtocol {
  /// The list in an order. Equal elements keep the order of this list.
  ///
  ///     list             +5 at 0, +2 at 1---+3 at 2---−5 at 0
  ///     sorted(by: <)    +5 at 0, +2 at 0---+3 at 1---−5 at 2
  ///
  /// ```swift
  /// let byPrice = orders.sorted { descending.value ? $0.price > $1.price : $0.price < $1.price }
  /// ```
  ///
  /// The closure is tracked: everything is sorted again when a property that it has read has changed. Otherwise an edit
  /// takes time in proportion to the logarithm of the count; an element that gets another place moves. The closure must
  /// be a strict weak order; an edit traps if it finds a contradiction. Keeps this list alive.
  @inlinable @inline(__always)
  public func sorted(
    by areInIncreasingOrder: @escaping @Sendable (Element, Element) -> Bool, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> DerivedList<Element> {
    stage(Sorting((fileID, line), areInIncreasingOrder), (fileID, line), { $0.output })
  }
}

extension ListProtocol where Element: Comparable {
  /// The list in its elements' own order. See ``sorted(by:fileID:line:)``.
  @inlinable @inline(__always)
  public func sorted(fileID: StaticString = #fileID, line: UInt = #line) -> DerivedList<Element> {
    sorted(by: { $0 < $1 }, fileID: fileID, line: line)
  }
}
