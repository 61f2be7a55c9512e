public import Properties

/// Makes at most one row of each row, in the same order: `filter`, `map` and `compactMap`.
@usableFromInline
struct Picking<Input: Sendable, Output: Sendable>: ListRule {
  @usableFromInline
  struct State: Sendable {
    /// Whether each row of the source has a row in the output. Empty if all have.
    @usableFromInline var flags: Rope<Bool>
    @usableFromInline var output: Rows<Output>

    @inlinable
    init(_ flags: Rope<Bool>, _ output: Rows<Output>) { (self.flags, self.output) = (flags, output) }
  }

  /// Whether every row has a row in the output.
  @usableFromInline let isTotal: Bool

  /// Whether `pick` makes new rows. Then the output row of an unchanged source row is reused.
  @usableFromInline let isMaking: Bool
  @usableFromInline let pick: @Sendable (Row<Input>) -> Row<Output>?

  @inlinable
  init(isTotal: Bool = false, isMaking: Bool, _ pick: @escaping @Sendable (Row<Input>) -> Row<Output>?) {
    (self.isTotal, self.isMaking, self.pick) = (isTotal, isMaking, pick)
  }

  @inlinable
  func reset(_ source: Rows<Input>, _ previous: (source: Rows<Input>, state: State)?) -> State {
    var flags = RopeBuilder<Bool>(capacity: isTotal ? 0 : source.count)
    var output = RopeBuilder<Row<Output>>(capacity: isTotal ? source.count : 0)
    let known = isMaking ? previous.map { Made($0.source, $0.state, isTotal: isTotal) } : nil
    withExtendedLifetime(previous) {
      source.forEachRow { row in
        let picked = row._withUnsafeGuaranteedRef { row in known?[row] ?? pick(row) }
        if !isTotal { flags.append(picked != nil) }
        if let picked { output.append(picked) }
      }
    }
    return State(flags.rope(), output.rope())
  }

  /// The output of each source row. The state that it is made from retains the rows.
  @usableFromInline
  struct Made {
    @usableFromInline let places: RowPlaces
    @usableFromInline let sources: ContiguousArray<Unmanaged<Row<Input>>>
    @usableFromInline var outputs: ContiguousArray<Unmanaged<Row<Output>>?> = []

    @inlinable
    init(_ source: Rows<Input>, _ state: State, isTotal: Bool) {
      let sources = source.unmanaged
      self.sources = sources
      places = RowPlaces(count: sources.count) { sources[$0]._withUnsafeGuaranteedRef { $0.id } }
      let made = state.output.unmanaged
      outputs.reserveCapacity(sources.count)
      if isTotal {
        for output in made { outputs.append(output) }
        return
      }
      var place = 0
      state.flags.forEach { isPicked in
        outputs.append(isPicked ? made[place] : nil)
        if isPicked { place += 1 }
      }
    }

    /// `nil` where the row is new.
    @inlinable
    subscript(row: Row<Input>) -> Row<Output>?? {
      guard let place = places[row.id], sources[place].toOpaque() == Unmanaged.passUnretained(row).toOpaque() else {
        return nil
      }
      return .some(outputs[place]?.takeUnretainedValue())
    }
  }

  @inlinable
  func apply(_ edit: RowEdit<Input>, to state: inout State) {
    switch edit {
    case .insert(let row, let index):
      let (picked, place) = (pick(row), place(of: index, in: state))
      if !isTotal { state.flags.insert(picked != nil, at: index) }
      if let picked { state.output.insert(picked, at: place) }
    case .remove(_, let index):
      let place = place(of: index, in: state)
      if isTotal || state.flags.remove(at: index) { state.output.remove(at: place) }
    case .replace(_, let row, let index):
      let (picked, place) = (pick(row), place(of: index, in: state))
      switch (isTotal || state.flags[index], picked) {
      case (true, let picked?): state.output[place] = picked
      case (true, nil): state.output.remove(at: place)
      case (false, let picked?): state.output.insert(picked, at: place)
      case (false, nil): return
      }
      if !isTotal, state.flags[index] != (picked != nil) { state.flags[index] = picked != nil }
    case .move(_, let index, let other):
      if isTotal { return state.output.move(from: index, to: other) }
      let place = place(of: index, in: state)
      let isPicked = state.flags.remove(at: index)
      state.flags.insert(isPicked, at: other)
      if isPicked { state.output.move(from: place, to: self.place(of: other, in: state)) }
    }
  }

  @inlinable
  func place(of index: Int, in state: State) -> Int { isTotal ? index : state.flags.weight(before: index) }
}

extension ListProtocol {
  @inlinable
  func stage<R: ListRule, Output: Sendable>(
    _ rule: R, _ callSite: (StaticString, UInt), _ output: @escaping @Sendable (R.State) -> Rows<Output>
  ) -> DerivedList<Output> where R.Input == Element {
    let rows = list.rows
    return DerivedList(Property(rule, callSite, of: rows, areSame: { $0 === $1 }, output))
  }
}
