import Properties

extension ListProtocol {
  /// The list from its last element to its first.
  ///
  ///     list          +a0---+b1---−a0
  ///     reversed()    +a0---+b0---−a1
  ///
  /// An edit takes time in proportion to the logarithm of the count. Keeps this list alive.
  public func reversed(fileID: StaticString = #fileID, line: UInt = #line) -> DerivedList<Element> {
    stage(Reversing<Element>(), (fileID, line)) { $0 }
  }
}

private struct Reversing<Input: Sendable>: ListRule {
  func reset(_ source: Rows<Input>, _ previous: (source: Rows<Input>, state: Rows<Input>)?) -> Rows<Input> {
    Rope(source.array.reversed())
  }

  func apply(_ edit: RowEdit<Input>, to state: inout Rows<Input>) {
    let last = state.count - 1
    switch edit {
    case .insert(let row, let index): state.insert(row, at: last + 1 - index)
    case .remove(_, let index): state.remove(at: last - index)
    case .replace(_, let row, let index): state[last - index] = row
    case .move(_, let index, let other): state.move(from: last - index, to: last - other)
    }
  }
}
