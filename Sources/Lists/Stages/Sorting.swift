/// Sorts the rows of a list. Equal rows keep the order of the list.
@usableFromInline
struct Sorting<Input: Sendable>: ListRule {
  @usableFromInline
  struct State: Sendable {
    /// The place of each row in the source, in the order of the source and in that of the output.
    @usableFromInline var labels: Labels
    @usableFromInline var outputLabels: Rope<UInt64>
    @usableFromInline var output: Rows<Input>

    @inlinable
    init(_ labels: Labels, _ outputLabels: Rope<UInt64>, _ output: Rows<Input>) {
      (self.labels, self.outputLabels, self.output) = (labels, outputLabels, output)
    }
  }

  @usableFromInline let isBefore: @Sendable (Input, Input) -> Bool
  @usableFromInline let callSite: (StaticString, UInt)

  @inlinable
  init(_ callSite: (StaticString, UInt), _ isBefore: @escaping @Sendable (Input, Input) -> Bool) {
    self.callSite = callSite
    self.isBefore = isBefore
  }

  @inlinable
  func reset(_ source: Rows<Input>, _ previous: (source: Rows<Input>, state: State)?) -> State {
    // The source keeps the rows; so they are sorted without counting references.
    var (rows, ordered) = inOrder(source, after: previous?.state.output)
    sort(&rows, from: ordered)
    if ordered > 0 {
      rows.sort { isBefore($0, $1) }
      orderEqualRows(&rows)
    }
    var output = ContiguousArray<Unmanaged<Row<Input>>>()
    output.reserveCapacity(rows.count)
    var outputLabels = RopeBuilder<UInt64>(capacity: rows.count)
    for (row, label) in rows {
      output.append(row)
      outputLabels.append(label)
    }
    // Retained in the order of the source, which is usually that of their addresses.
    source.forEachRow { _ = $0.retain() }
    return State(Labels(count: rows.count), outputLabels.rope(), Rope(adopting: output))
  }

  /// A row and its label, which is that of a new list.
  @usableFromInline typealias Labelled = (row: Unmanaged<Row<Input>>, label: UInt64)

  /// Sorts the rows from a place on.
  ///
  /// Elements that are not large are copied and sorted side by side: comparisons then read memory in order.
  @inlinable
  func sort(_ rows: inout ContiguousArray<Labelled>, from start: Int) {
    guard MemoryLayout<Input>.size <= 64, rows.count <= Int32.max else {
      return rows[start...].sort { isBefore($0, $1) }
    }
    var elements = ContiguousArray<(element: Input, place: Int32)>()
    elements.reserveCapacity(rows.count - start)
    for place in start..<rows.count {
      elements.append((rows[place].row._withUnsafeGuaranteedRef { $0.element }, Int32(truncatingIfNeeded: place)))
    }
    elements.sort { isBefore($0.element, $1.element) }
    let sorted = ContiguousArray(elements.map { rows[Int($0.place)] })
    rows.replaceSubrange(start..., with: sorted)
  }

  /// The rows in their previous order, then the new ones: sorting is fast when the rows are nearly sorted.
  @inlinable
  func inOrder(
    _ source: Rows<Input>, after output: Rows<Input>?
  ) -> (rows: ContiguousArray<Labelled>, ordered: Int) {
    let (first, spacing) = Labels.spread(source.count)
    let rows = source.unmanaged
    var labelled = ContiguousArray<Labelled>()
    labelled.reserveCapacity(rows.count)
    if let output {
      var places = RowPlaces(count: rows.count) { rows[$0]._withUnsafeGuaranteedRef { $0.id } }
      var isTaken = ContiguousArray(repeating: false, count: rows.count)
      output.forEachRow { row in
        let id = row._withUnsafeGuaranteedRef { $0.id }
        guard let place = places[id], rows[place].toOpaque() == row.toOpaque() else { return }
        _ = places.take(id)
        isTaken[place] = true
        labelled.append((row, first + UInt64(place) * spacing))
      }
      let ordered = labelled.count
      for place in rows.indices where !isTaken[place] {
        labelled.append((rows[place], first + UInt64(place) * spacing))
      }
      return (labelled, ordered)
    }
    for place in rows.indices { labelled.append((rows[place], first + UInt64(place) * spacing)) }
    return (labelled, 0)
  }

  @inlinable
  func isBefore(_ one: Labelled, _ other: Labelled) -> Bool {
    one.row._withUnsafeGuaranteedRef { one in
      other.row._withUnsafeGuaranteedRef { other in isBefore(one.element, other.element) }
    }
  }

  /// Brings rows that are equal into the order of the list.
  @inlinable
  func orderEqualRows(_ rows: inout ContiguousArray<Labelled>) {
    var start = 0
    while start < rows.count {
      var (end, isRising) = (start + 1, true)
      while end < rows.count, !isBefore(rows[end - 1], rows[end]) {
        if rows[end - 1].label > rows[end].label { isRising = false }
        end += 1
      }
      if !isRising { rows[start..<end].sort { $0.label < $1.label } }
      start = end
    }
  }

  /// Sorting everything again, most of which is in order, takes less time than many edits.
  @inlinable
  func update(_ state: inout State, from old: Rows<Input>, to new: Rows<Input>) -> Bool {
    guard let edits: [RowEdit<Input>] = Rope.edits(from: old, to: new, isBounded: true),
      edits.count <= Swift.max(32, new.count / 64)
    else { return false }
    for edit in edits { apply(edit, to: &state) }
    return true
  }

  @inlinable
  func apply(_ edit: RowEdit<Input>, to state: inout State) {
    switch edit {
    case .insert(let row, let index): insert(row, at: index, in: &state)
    case .remove(let row, let index): remove(row, at: index, from: &state)
    case .replace(let old, let row, let index):
      let place = place(of: old, state.labels[index], in: state)
      if fits(row, state.labels[index], at: place, in: state) {
        state.output[place] = row
      } else {
        let label = state.labels[index]
        state.output.remove(at: place)
        state.outputLabels.remove(at: place)
        put(row, label, in: &state)
      }
    case .move(let row, let index, let other):
      remove(row, at: index, from: &state)
      insert(row, at: other, in: &state)
    }
  }

  @inlinable
  func insert(_ row: Row<Input>, at index: Int, in state: inout State) {
    let (label, changes) = state.labels.insert(at: index)
    if let changes { state.outputLabels.apply(changes) }
    put(row, label, in: &state)
  }

  @inlinable
  func put(_ row: Row<Input>, _ label: UInt64, in state: inout State) {
    let place = firstPlace(of: row.element, label, in: state)
    state.output.insert(row, at: place)
    state.outputLabels.insert(label, at: place)
  }

  @inlinable
  func remove(_ row: Row<Input>, at index: Int, from state: inout State) {
    let place = place(of: row, state.labels.remove(at: index), in: state)
    state.output.remove(at: place)
    state.outputLabels.remove(at: place)
  }

  /// The place of a row in the output. Traps if the row is not there.
  @inlinable
  func place(of row: Row<Input>, _ label: UInt64, in state: State) -> Int {
    let place = firstPlace(of: row.element, label, in: state)
    if place < state.output.count, state.output[place] === row { return place }
    noOrder()
  }

  @usableFromInline
  func noOrder() -> Never {
    fatalError(
      """
      \(callSite.0):\(callSite.1): a list of \(Input.self) is not sorted by an order: an element is not where it was \
      put. The comparison has to be a strict weak order, as `<` is, and `<=` is not.
      """)
  }

  /// The place at which a row is in the output, or has to be inserted.
  @inlinable
  func firstPlace(of element: Input, _ label: UInt64, in state: State) -> Int {
    let first = state.output.firstIndex { isBefore($0.element, element) }
    if first == state.output.count || state.outputLabels[first] >= label { return first }
    if isBefore(element, state.output[first].element) { return first }
    // Equal elements are ordered by their labels.
    var (low, high) = (first, state.output.firstIndex { !isBefore(element, $0.element) })
    while low < high {
      let middle = (low + high) / 2
      if state.outputLabels[middle] < label { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Whether a row can replace the one at a place without breaking the order.
  @inlinable
  func fits(_ row: Row<Input>, _ label: UInt64, at place: Int, in state: State) -> Bool {
    if place > 0 {
      let before = state.output[place - 1]
      if isBefore(row.element, before.element) { return false }
      if !isBefore(before.element, row.element), state.outputLabels[place - 1] > label { return false }
    }
    if place + 1 < state.output.count {
      let after = state.output[place + 1]
      if isBefore(after.element, row.element) { return false }
      if !isBefore(row.element, after.element), state.outputLabels[place + 1] < label { return false }
    }
    return true
  }
}
