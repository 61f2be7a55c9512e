import Properties

extension ListProtocol {
  /// The elements of this list, and then those of others.
  ///
  ///     list            +a0-------+b1-------
  ///     other           ----+x0-------−x0---
  ///     merge(other)    +a0-+x1---+b1-−x2---
  ///
  /// An edit takes time in proportion to the logarithm of the count. Keeps all lists alive.
  public func merge(
    _ others: any ListProtocol<Element>..., fileID: StaticString = #fileID, line: UInt = #line
  ) -> DerivedList<Element> {
    let all = [list.rows] + others.map { $0.list.rows }
    return DerivedList(Property(combining: all, { $0.reduce(Rope()) { $0 + $1 } }, fileID: fileID, line: line))
  }

  /// The earlier name of ``merge(_:fileID:line:)``.
  @available(*, unavailable, renamed: "merge(_:)")
  public func combined(with other: some ListProtocol<Element>) -> DerivedList<Element> { fatalError() }
}
