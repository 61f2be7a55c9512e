extension ListProtocol {
  /// The list of what a closure makes of each element.
  ///
  ///     list          +a0 +b1---−a0-----b→c 0
  ///     map(upper)    +A0 +B1---−A0-----B→C 0
  ///
  /// The closure is tracked: it runs once for each element that is new, and for all when a property that it has read
  /// has changed. What it makes moves with its element, and is released when the element leaves: it may be an object
  /// with subscriptions of its own. Where such an object reads properties while it is made, read them with
  /// ``untracked(_:)``. An edit takes time in proportion to the logarithm of the count. Keeps this list alive.
  @inlinable
  public func map<Output: Sendable>(
    _ transform: @escaping @Sendable (Element) -> Output, fileID: StaticString = #fileID, line: UInt = #line
  ) -> DerivedList<Output> {
    stage(
      Picking<Element, Output>(isTotal: true, isMaking: true) { Row(transform($0.element), id: $0.id) },
      (fileID, line), \.output)
  }
}
