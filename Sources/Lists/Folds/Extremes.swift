public import Properties

extension ListProtocol {
  /// The least element in an order, the first of several; `nil` for an empty list.
  ///
  ///     list         +3---+1---−1---−3--
  ///     min(by: <)   3----1----3----nil-
  ///
  /// All else is as in ``sum(of:fileID:line:)``. Equal elements of an `Equatable` type are no change.
  @inlinable
  public func min(
    by areInIncreasingOrder: @escaping @Sendable (Element, Element) -> Bool, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Property<Element?> {
    fold((fileID, line), { $0 }, { areInIncreasingOrder($1, $0) ? $1 : $0 }) {
      checkOrder($0, (fileID, line), areInIncreasingOrder)
    }
  }

  /// The greatest element in an order, the last of several; `nil` for an empty list.
  ///
  ///     list         +3---+5---−5---−3--
  ///     max(by: <)   3----5----3----nil-
  ///
  /// All else is as in ``min(by:fileID:line:)``.
  @inlinable
  public func max(
    by areInIncreasingOrder: @escaping @Sendable (Element, Element) -> Bool, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Property<Element?> {
    fold((fileID, line), { $0 }, { areInIncreasingOrder($1, $0) ? $0 : $1 }) {
      checkOrder($0, (fileID, line), areInIncreasingOrder)
    }
  }
}

extension ListProtocol where Element: Comparable {
  /// The least element; `nil` for an empty list. See ``min(by:fileID:line:)``.
  @inlinable
  public func min(fileID: StaticString = #fileID, line: UInt = #line) -> Property<Element?> {
    min(by: { $0 < $1 }, fileID: fileID, line: line).distinctUntilChanged(fileID: fileID, line: line)
  }

  /// The greatest element; `nil` for an empty list. See ``max(by:fileID:line:)``.
  @inlinable
  public func max(fileID: StaticString = #fileID, line: UInt = #line) -> Property<Element?> {
    max(by: { $0 < $1 }, fileID: fileID, line: line).distinctUntilChanged(fileID: fileID, line: line)
  }
}
