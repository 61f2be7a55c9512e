public import Properties

extension ListProtocol {
  /// The sum of the values that a closure computes from the elements.
  ///
  ///     list        +2---+3---−2---
  ///     sum(of:)    2----5----3----
  ///
  /// Partial sums are kept in a balanced tree, so an edit takes time in proportion to the logarithm of the count, and
  /// floating-point numbers do not drift. The closure is tracked. Keeps this list alive.
  @inlinable
  public func sum<Value: AdditiveArithmetic & Sendable>(
    of value: @escaping @Sendable (Element) -> Value, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Property<Value> {
    fold((fileID, line), value) { $0 + $1 }.map { $0 ?? .zero }
      .distinctUntilChanged(fileID: fileID, line: line)
  }
}

extension ListProtocol where Element: AdditiveArithmetic {
  /// The sum of the elements. See ``sum(of:fileID:line:)``.
  @inlinable
  public func sum(fileID: StaticString = #fileID, line: UInt = #line) -> Property<Element> {
    sum(of: { $0 }, fileID: fileID, line: line)
  }
}
