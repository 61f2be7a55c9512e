package import Properties

// How a list of another program is described and copied: see the module Wire.

extension ListElements {
  /// The edits that make other elements into these.
  ///
  /// Takes time in proportion to the differences, if one was made from the other.
  package func edits(from other: ListElements) -> [CollectionEdit<Element>] {
    CollectionChange(from: other.rows, to: rows).edits
  }
}

extension ListEditor {
  /// The elements as they are now.
  package var elements: ListElements<Element> { ListElements(rows) }
}

extension ListEditor where Element: Equatable {
  /// Sets all elements, matched by identity: see ``ObservableList/set(_:by:)``.
  package mutating func replace(
    with elements: some Collection<Element>, by identity: (Element) -> some Hashable
  ) {
    set(elements, by: identity, ==)
  }
}

extension DerivedList {
  /// A list that has the elements of the last editor.
  package convenience init(_ editors: Property<ListEditor<Element>>) {
    self.init(Property(editors, areSame: { $0 === $1 }, { $0.rows }))
  }
}
