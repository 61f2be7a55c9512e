import Properties

extension ListProtocol {
  /// The list of all results that a closure makes of each element, in the order of the elements.
  ///
  ///     list              +2 at 0--------+1 at 0-----−2 at 1-------
  ///     flatMap(repeat)   +2 0, +2 1-----+1 0--------−2 1, −2 1----
  ///
  /// The closure is tracked: it runs once for each element that is new, and for all when a property that it has read
  /// has changed. An edit takes time in proportion to the logarithm of the count, for each of its results. Keeps this
  /// list alive.
  public func flatMap<Output: Sendable>(
    _ transform: @escaping @Sendable (Element) -> [Output], fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> DerivedList<Output> {
    stage(Flattening<Element, Output>(transform: transform), (fileID, line), { $0.output })
  }
}

private struct Flattening<Input: Sendable, Output: Sendable>: ListRule {
  /// The number of elements that were made from a row.
  struct Length: RopeElement {
    let count: Int
    var weight: Int { count }
  }

  struct State: Sendable {
    var lengths: Rope<Length>
    var output: Rows<Output>
  }

  let transform: @Sendable (Input) -> [Output]

  func reset(_ source: Rows<Input>, _ previous: (source: Rows<Input>, state: State)?) -> State {
    var lengths = ContiguousArray<Length>()
    var output: [Output] = []
    source.forEach { row in
      let elements = transform(row.element)
      lengths.append(Length(count: elements.count))
      output.append(contentsOf: elements)
    }
    return State(lengths: Rope(lengths), output: Rope(rowsOf: output))
  }

  func apply(_ edit: RowEdit<Input>, to state: inout State) {
    switch edit {
    case .insert(let row, let index):
      let (elements, place) = (transform(row.element), state.lengths.weight(before: index))
      state.lengths.insert(Length(count: elements.count), at: index)
      insert(Array(Rope(rowsOf: elements).array), at: place, in: &state)
    case .remove(_, let index):
      let place = state.lengths.weight(before: index)
      for _ in 0..<state.lengths.remove(at: index).count { state.output.remove(at: place) }
    case .replace(_, let row, let index):
      let (elements, place) = (transform(row.element), state.lengths.weight(before: index))
      let old = state.lengths[index].count
      state.lengths[index] = Length(count: elements.count)
      let both = min(old, elements.count)
      for offset in 0..<both {
        state.output[place + offset] = Row(elements[offset], id: state.output[place + offset].id)
      }
      for _ in both..<old { state.output.remove(at: place + both) }
      insert(Array(Rope(rowsOf: Array(elements[both...])).array), at: place + both, in: &state)
    case .move(_, let index, let other):
      let place = state.lengths.weight(before: index)
      let length = state.lengths.remove(at: index)
      let rows = (0..<length.count).map { _ in state.output.remove(at: place) }
      let target = state.lengths.weight(before: other)
      state.lengths.insert(length, at: other)
      insert(rows, at: target, in: &state)
    }
  }

  private func insert(_ rows: [Row<Output>], at place: Int, in state: inout State) {
    for (offset, row) in rows.enumerated() { state.output.insert(row, at: place + offset) }
  }
}
