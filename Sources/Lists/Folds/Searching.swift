public import Properties

extension ListProtocol {
  /// The first element for which a closure returns true; `nil` if there is none.
  ///
  ///     list             +1 at 0---+4 at 1---+6 at 0---
  ///     first(isEven)    nil-------4---------6---------
  ///
  /// All else is as in ``sum(of:fileID:line:)``.
  public func first(
    where isWanted: @escaping @Sendable (Element) -> Bool, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Property<Element?> {
    fold((fileID, line), { isWanted($0) ? Optional($0) : nil }, { $0 ?? $1 }).map { $0.flatMap { $0 } }
  }

  /// Whether a closure returns true for an element.
  ///
  ///     list                +1------+4-----−4----
  ///     contains(isEven)    false---true---false-
  ///
  /// All else is as in ``sum(of:fileID:line:)``.
  public func contains(
    where isWanted: @escaping @Sendable (Element) -> Bool, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Property<Bool> {
    fold((fileID, line), isWanted, { $0 || $1 }).map { $0 ?? false }.distinctUntilChanged(fileID: fileID, line: line)
  }

  /// The number of elements for which a closure returns true.
  ///
  ///     list             +1---+4---+6---−4--
  ///     count(isEven)    0----1----2----1---
  ///
  /// All else is as in ``sum(of:fileID:line:)``.
  public func count(
    where isWanted: @escaping @Sendable (Element) -> Bool, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Property<Int> {
    sum(of: { isWanted($0) ? 1 : 0 }, fileID: fileID, line: line)
  }
}

extension ListProtocol where Element: Equatable {
  /// Whether an element is in the list. See ``contains(where:fileID:line:)``.
  public func contains(_ element: Element, fileID: StaticString = #fileID, line: UInt = #line) -> Property<Bool> {
    contains(where: { $0 == element }, fileID: fileID, line: line)
  }
}
