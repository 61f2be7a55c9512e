extension ListProtocol where Element: Hashable {
  /// The elements of this list and of another, each once: those of this list first.
  ///
  ///     list            +1 0, +2 1--------------
  ///     other           -----------+2 0, +3 1---
  ///     union(other)    +1 0, +2 1-+3 2---------
  ///
  /// An edit takes time in proportion to the logarithm of the count. Keeps both lists alive.
  public func union(
    _ other: any ListProtocol<Element>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> DerivedList<Element> {
    merge(other, fileID: fileID, line: line).distinct(fileID: fileID, line: line)
  }

  /// The elements of this list that are in another, too, in the order of this one.
  ///
  ///     list                   +1 0, +2 1--------------
  ///     other                  -----------+2 0, +3 1---
  ///     intersection(other)    -----------+2 0---------
  ///
  /// An edit takes time in proportion to the logarithm of the count, for each equal element. Keeps both lists alive.
  public func intersection(
    _ other: any ListProtocol<Element>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> DerivedList<Element> {
    members(of: other, (fileID, line)) { $0.right != nil }
  }

  /// The elements of this list that are not in another, in the order of this one.
  ///
  ///     list                  +1 0, +2 1--------------
  ///     other                 -----------+2 0, +3 1---
  ///     subtracting(other)    +1 0, +2 1-−2 1---------
  ///
  /// All else is as in ``intersection(_:fileID:line:)``.
  public func subtracting(
    _ other: any ListProtocol<Element>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> DerivedList<Element> {
    members(of: other, (fileID, line)) { $0.right == nil }
  }

  private func members(
    of other: any ListProtocol<Element>, _ callSite: (StaticString, UInt),
    _ isIncluded: @escaping @Sendable (Joined<Element, Int?>) -> Bool
  ) -> DerivedList<Element> {
    // The value of each group is constant, so a group whose count changes is no change of the table.
    let members = other.list.grouped(by: { $0 }, fileID: callSite.0, line: callSite.1) { _ in 1 }
    return leftJoined(members, on: { $0 }, fileID: callSite.0, line: callSite.1)
      .compactMap({ isIncluded($0) ? $0.left : nil }, fileID: callSite.0, line: callSite.1)
  }
}
