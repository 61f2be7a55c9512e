extension ListProtocol {
  /// The results of a closure for the elements.
  ///
  ///     list          +a0 +b1---−a0-----b→c 0
  ///     map(upper)    +A0 +B1---−A0-----B→C 0
  ///
  /// The closure is tracked: it runs once for each new element, and for all when a property that it has read has
  /// changed. A result moves with its element, and is released when the element is removed, so it may be an object with
  /// its own subscriptions. If such an object reads properties in its initializer, read them with ``untracked(_:)``. An
  /// edit takes time in proportion to the logarithm of the count. Keeps this list alive.
  @inlinable
  public func map<Output: Sendable>(
    _ transform: @escaping @Sendable (Element) -> Output, fileID: StaticString = #fileID, line: UInt = #line
  ) -> DerivedList<Output> {
    stage(
      Picking<Element, Output>(isTotal: true, isMaking: true) { Row(transform($0.element), id: $0.id) },
      (fileID, line), { $0.output })
  }
}
