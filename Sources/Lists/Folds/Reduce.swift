public import Properties

extension ListProtocol {
  /// A fold of the list by a rule that has an inverse, for sums of any kind.
  ///
  ///     list      +2---+3---−2---
  ///     reduce    2----5----3----     adding: +, removing: -
  ///
  /// `remove` reverses `add`, for elements in any order. Debug builds fold all elements again at intervals, and trap if
  /// the result differs. For a floating-point result they tolerate rounding. The closures are tracked. An edit takes
  /// constant time after it has been found. Keeps this list alive.
  public func reduce<Value: Sendable & Equatable>(
    _ initial: Value, adding add: @escaping @Sendable (inout Value, Element) -> Void,
    removing remove: @escaping @Sendable (inout Value, Element) -> Void, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Property<Value> {
    let rows = list.rows
    let rule = Reducing(initial: initial, add: add, remove: remove, callSite: (fileID, line))
    return Property(rule, (fileID, line), of: rows, areSame: { _, _ in false }, { $0.value })
      .distinctUntilChanged(fileID: fileID, line: line)
  }

  /// A fold of the list by a rule without an inverse, which combines neighbours: associative, in any grouping.
  ///
  ///     list      +a 0---+c 1---+b 1----−a 0---
  ///     reduce    a------ac-----abc-----bc-----     combine: +
  ///
  /// Partial results are kept in a balanced tree; an edit takes time in proportion to the logarithm of the count. The
  /// closures are tracked. `nil` for an empty list. Keeps this list alive.
  @inlinable
  public func reduce<Value: Sendable>(
    _ value: @escaping @Sendable (Element) -> Value, combine: @escaping @Sendable (Value, Value) -> Value,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Property<Value?> {
    fold((fileID, line), value, combine)
  }
}

private struct Reducing<Input: Sendable, Value: Sendable & Equatable>: ListRule {
  struct State: Sendable {
    var value: Value
    var edits = 0

    /// The largest magnitude of a floating-point result so far, which bounds the rounding error. Debug builds only.
    var magnitude = 0.0

    mutating func noteMagnitude() {
      if let number = number(value) { magnitude = max(magnitude, abs(number)) }
    }
  }

  let initial: Value
  let add: @Sendable (inout Value, Input) -> Void
  let remove: @Sendable (inout Value, Input) -> Void
  let callSite: (StaticString, UInt)

  func reset(_ source: Rows<Input>, _ previous: (source: Rows<Input>, state: State)?) -> State {
    var state = State(value: initial)
    source.forEach { add(&state.value, $0.element) }
    return state
  }

  func update(_ state: inout State, from old: Rows<Input>, to new: Rows<Input>) -> Bool {
    guard let edits: [RowEdit<Input>] = Rope.edits(from: old, to: new, isBounded: true) else { return false }
    #if DEBUG
      state.noteMagnitude()
    #endif
    for edit in edits { apply(edit, to: &state) }
    #if DEBUG
      state.noteMagnitude()
      // At 1, 2, 4, 8, … edits.
      let before = state.edits
      state.edits += edits.count
      if before == 0 || state.edits.leadingZeroBitCount < before.leadingZeroBitCount { check(state, new) }
    #endif
    return true
  }

  private func check(_ state: State, _ rows: Rows<Input>) {
    let all = reset(rows, nil).value
    if all == state.value { return }
    if let one = number(all), let other = number(state.value), abs(one - other) <= 1e-6 * state.magnitude { return }
    fatalError(
      """
      \(callSite.0):\(callSite.1): a fold has \(state.value) after edits, and \(all) when it is computed from all \
      elements. `removing` must reverse `adding`, up to rounding. Without an inverse, use \
      `reduce(_:combine:)`.
      """)
  }

  func apply(_ edit: RowEdit<Input>, to state: inout State) {
    switch edit {
    case .insert(let row, _): add(&state.value, row.element)
    case .remove(let row, _): remove(&state.value, row.element)
    case .replace(let old, let row, _):
      remove(&state.value, old.element)
      add(&state.value, row.element)
    case .move: break
    }
  }
}

/// A floating-point value as a number; `nil` for another type.
private func number<Value>(_ value: Value) -> Double? {
  func convert(_ value: some BinaryFloatingPoint) -> Double { Double(value) }
  return (value as? any BinaryFloatingPoint).map { convert($0) }
}
