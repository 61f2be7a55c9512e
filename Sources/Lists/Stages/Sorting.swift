/// A row, and its label before any edit of the list.
@usableFromInline
struct LabelledRow<Element: Sendable>: BitwiseCopyable {
  @usableFromInline let row: Unmanaged<Row<Element>>
  @usableFromInline let label: UInt64

  @inlinable
  init(_ row: Unmanaged<Row<Element>>, _ label: UInt64) { (self.row, self.label) = (row, label) }
}

/// Sorts the rows of a list. Equal rows keep the order of the list.
@usableFromInline
struct Sorting<Input: Sendable>: ListRule {
  @usableFromInline
  struct State: Sendable {
    /// `labels` has a number for each row in the order of the source. `outputLabels` has the same numbers in the order
    /// of the output.
    @usableFromInline var labels: Labels
    @usableFromInline var outputLabels: Rope<UInt64>
    @usableFromInline var output: Rows<Input>

    @inlinable
    init(_ labels: Labels, _ outputLabels: Rope<UInt64>, _ output: Rows<Input>) {
      (self.labels, self.outputLabels, self.output) = (labels, outputLabels, output)
    }
  }

  @usableFromInline let isBefore: @Sendable (Input, Input) -> Bool

  /// Sorts rows by `isBefore`. Made where the comparison is written, so that the compiler can inline it.
  @usableFromInline let sort: @Sendable (UnsafeMutableBufferPointer<LabelledRow<Input>>) -> Void
  @usableFromInline let callSite: (StaticString, UInt)

  @inlinable @inline(__always)
  init(_ callSite: (StaticString, UInt), _ isBefore: @escaping @Sendable (Input, Input) -> Bool) {
    self.callSite = callSite
    self.isBefore = isBefore
    sort = { rows in
      rows.sortStably { one, other in
        one.row._withUnsafeGuaranteedRef { one in
          other.row._withUnsafeGuaranteedRef { isBefore(one.element, $0.element) }
        }
      }
    }
  }

  @inlinable
  func reset(_ source: Rows<Input>, _ previous: (source: Rows<Input>, state: State)?) -> State {
    var (label, spacing) = Labels.spread(source.count)
    var rows = ContiguousArray<LabelledRow<Input>>()
    rows.reserveCapacity(source.count)
    // The source keeps the rows alive, so they are sorted without counting references.
    source.forEachUnmanaged { row in
      rows.append(LabelledRow(row, label))
      label += spacing
    }
    if let first = rows.first { first.row._withUnsafeGuaranteedRef { checkOrder($0.element, callSite, isBefore) } }
    rows.withUnsafeMutableBufferPointer { sort($0) }
    // The rows are retained in the order of the source, which is usually the order of their addresses.
    source.forEachRow { _ = $0.retain() }
    return State(
      Labels(count: rows.count), Rope(rows.lazy.map { $0.label }),
      Rope(adopting: ContiguousArray(rows.lazy.map { $0.row })[...]))
  }

  /// Returns `false` for many edits, because sorting everything again takes less time.
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
      let label = state.labels[index]
      let place = place(of: old, label, in: state)
      let target = firstPlace(of: row.element, label, in: state)
      if target == place || target == place + 1 { return state.output[place] = row }
      state.output.remove(at: place)
      state.outputLabels.remove(at: place)
      put(row, label, at: target > place ? target - 1 : target, in: &state)
    case .move(let row, let index, let other):
      remove(row, at: index, from: &state)
      insert(row, at: other, in: &state)
    }
  }

  @inlinable
  func insert(_ row: Row<Input>, at index: Int, in state: inout State) {
    if state.output.isEmpty { checkOrder(row.element, callSite, isBefore) }
    let (label, changes) = state.labels.insert(at: index)
    if let changes { state.outputLabels.apply(changes) }
    put(row, label, at: firstPlace(of: row.element, label, in: state), in: &state)
  }

  @inlinable
  func put(_ row: Row<Input>, _ label: UInt64, at place: Int, in state: inout State) {
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
    noOrder(Input.self, callSite)
  }

  /// The number of rows before a row of the output, or before the place of a new row.
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
}

/// Traps unless an element is not before itself.
@inlinable
func checkOrder<Element>(
  _ element: Element, _ callSite: (StaticString, UInt), _ isBefore: (Element, Element) -> Bool
) {
  if isBefore(element, element) { noOrder(Element.self, callSite) }
}

@usableFromInline
func noOrder<Element>(_ type: Element.Type, _ callSite: (StaticString, UInt)) -> Never {
  fatalError(
    """
    \(callSite.0):\(callSite.1): a list of \(type) cannot be sorted: its comparison is inconsistent, or true for an \
    element and itself. The comparison must be a strict weak order, such as `<`, and not `<=`.
    """)
}
