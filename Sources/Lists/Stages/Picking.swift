public import Properties

/// Makes at most one row of each row, in the same order: `filter`, `map` and `compactMap`.
@usableFromInline
struct Picking<Input: Sendable, Output: Sendable>: ListRule {
  @usableFromInline typealias State = PickedRows<Output>

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
    var rows = PickedRowsBuilder<Output>(capacity: source.count, isTotal: isTotal)
    guard isMaking, let previous else {
      source.forEachRow { row in rows.append(row._withUnsafeGuaranteedRef(pick)) }
      return rows.rows()
    }
    let known = Made(previous.source, previous.state)
    var outputs: ContiguousArray<Unmanaged<Row<Output>>?> = []
    withExtendedLifetime(previous) {
      source.forEachLeaf { leaf in
        guard Row.read(leaf) else { return }
        let places = leaf.map { known.place(of: $0) }
        // The outputs are scattered in memory, too.
        outputs.removeAll(keepingCapacity: true)
        for place in places { outputs.append(place.flatMap { known.outputs[$0] }) }
        guard outputs.withUnsafeBufferPointer(Row.read) else { return }
        for (number, place) in places.enumerated() {
          rows.append(place == nil ? pick(leaf[number]) : outputs[number]?.takeUnretainedValue())
        }
      }
    }
    return rows.rows()
  }

  /// The output of each source row. The state that it is made from retains the rows.
  @usableFromInline
  struct Made {
    @usableFromInline let places: RowPlaces
    @usableFromInline let sources: ContiguousArray<Unmanaged<Row<Input>>>
    @usableFromInline var outputs: ContiguousArray<Unmanaged<Row<Output>>?> = []

    @inlinable
    init(_ source: Rows<Input>, _ state: State) {
      let sources = source.unmanaged
      self.sources = sources
      places = RowPlaces(count: sources.count) { sources[$0]._withUnsafeGuaranteedRef { $0.id } }
      let made = state.output.unmanaged
      outputs.reserveCapacity(sources.count)
      if state.isTotal {
        for output in made { outputs.append(output) }
        return
      }
      var place = 0
      state.flags.forEach { isPicked in
        outputs.append(isPicked ? made[place] : nil)
        if isPicked { place += 1 }
      }
    }

    /// The place of a row in the sources; `nil` if it is new.
    @inlinable
    func place(of row: Row<Input>) -> Int? {
      guard let place = places[row.id], sources[place].toOpaque() == Unmanaged.passUnretained(row).toOpaque() else {
        return nil
      }
      return place
    }
  }

  @inlinable
  func apply(_ edit: RowEdit<Input>, to state: inout State) {
    switch edit {
    case .insert(let row, let index): state.insert(pick(row), at: index)
    case .remove(_, let index): state.remove(at: index)
    case .replace(_, let row, let index): state.replace(with: pick(row), at: index)
    case .move(_, let index, let other): state.move(from: index, to: other)
    }
  }
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
