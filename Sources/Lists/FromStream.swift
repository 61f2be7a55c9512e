import Properties
public import StreamCore

extension DerivedList where Element: Equatable {
  /// A list that has the last array of a stream; elements are matched by a key.
  ///
  ///     stream               [a1, b1]------[b1, a2]------|
  ///     DerivedList(by: id)  +a1 0, +b1 1--b1 1→0, a1→a2 1
  ///
  /// Elements with the same key keep their identity: they are replaced, or moved. The subscription to the stream begins
  /// now. It lasts as long as this list, or a list derived from it, is retained or watched. When it ends, the list
  /// keeps its elements. Takes time in proportion to the number of elements for each array. If several elements have
  /// the same key, the first is matched and the others are new.
  public convenience init<Key: Hashable & Sendable>(
    _ stream: some StreamProtocol<[Element], Never>, by key: @escaping @Sendable (Element) -> Key,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let lists = stream.scan(ListEditor<Element>()) { before, elements in
      var editor = before
      editor.set(elements, by: key, ==)
      return editor
    }
    self.init(Property(initial: ListEditor(), then: lists, fileID: fileID, line: line).map { $0.rows })
  }
}
