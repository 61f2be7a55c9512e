/// The elements of a list that have one key: see ``ListProtocol/sections(by:fileID:line:)``.
public struct ListSection<Key: Hashable & Sendable, Element: Sendable>: Identifiable, Sendable {
  /// The key that all elements of the section share.
  public let key: Key

  /// The elements of the section, in the order of the list.
  public let elements: ListElements<Element>

  /// The key.
  public var id: Key { key }

  @inlinable
  init(key: Key, elements: ListElements<Element>) { (self.key, self.elements) = (key, elements) }
}

extension ListSection: Equatable where Element: Equatable {}

extension ListProtocol {
  /// The list in sections, one for each key, in the order of the keys.
  ///
  ///     list                 +ada 0, +bob 1------+al 2--------------−bob 1---
  ///     sections(by: first)  +[ada] 0, +[bob] 1--[ada]→[ada, al] 0--−[bob] 1--
  ///
  /// The closure is tracked. The elements of a section have the order of this list, so sort the list first. A section
  /// is inserted with its first element and removed with its last. An edit takes time in proportion to the logarithm of
  /// the count. Keeps this list alive.
  @inlinable
  public func sections<Key: Hashable & Comparable & Sendable>(
    by key: @escaping @Sendable (Element) -> Key, fileID: StaticString = #fileID, line: UInt = #line
  ) -> DerivedList<ListSection<Key, Element>> {
    grouped(by: key, fileID: fileID, line: line) { $0 }.entries
      .sorted(by: { $0.key < $1.key }, fileID: fileID, line: line)
      .map({ ListSection(key: $0.key, elements: $0.row) }, fileID: fileID, line: line)
  }
}
