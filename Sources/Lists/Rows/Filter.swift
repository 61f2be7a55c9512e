extension ListProtocol {
  /// The list of the elements for which a closure returns true, in their order.
  ///
  ///     list                 +1 at 0, +4 at 1---+6 at 1---−1 at 0
  ///     filter(isEven)       +4 at 0------------+6 at 0----------
  ///
  /// ```swift
  /// let visible = orders.filter { $0.price >= minimum.value }
  /// ```
  ///
  /// The closure is tracked: it runs once for each element that is new, and for all when a property that it has read
  /// has changed. If it reads other properties for each element, an edit takes time in proportion to their number, and
  /// the closure may run again for elements that have not changed. Otherwise an edit takes time in proportion to the
  /// logarithm of the count. Keeps this list alive.
  @inlinable
  public func filter(
    _ isIncluded: @escaping @Sendable (Element) -> Bool, fileID: StaticString = #fileID, line: UInt = #line
  ) -> DerivedList<Element> {
    stage(
      Picking<Element, Element>(isMaking: false) { isIncluded($0.element) ? $0 : nil }, (fileID, line), { $0.output })
  }
}
