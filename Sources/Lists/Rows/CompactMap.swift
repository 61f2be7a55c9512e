extension ListProtocol {
  /// The results of a closure for the elements, without those that are `nil`.
  ///
  ///     list                 +"1" at 0, +"x" at 1---+"2" at 2---−"1" at 0
  ///     compactMap(number)   +1 at 0----------------+2 at 1-----−1 at 0--
  ///
  /// The closure is tracked, as that of ``map(_:fileID:line:)``. An edit takes time in proportion to the logarithm of
  /// the count. Keeps this list alive.
  @inlinable
  public func compactMap<Output: Sendable>(
    _ transform: @escaping @Sendable (Element) -> Output?, fileID: StaticString = #fileID, line: UInt = #line
  ) -> DerivedList<Output> {
    stage(
      Picking<Element, Output>(isMaking: true) { row in transform(row.element).map { Row($0, id: row.id) } },
      (fileID, line), { $0.output })
  }
}
