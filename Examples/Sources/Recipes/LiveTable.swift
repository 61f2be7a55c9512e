import Rill

struct Quote: Identifiable, Equatable, Sendable {
  let id: Int
  var price: Double
}

/// A filtered and sorted table, of which a screen shows some rows while prices change.
@MainActor
final class LiveTable {
  let minimum = MutableProperty(0.0)
  let isDescending = MutableProperty(true)

  /// The indices of the rows on the screen.
  let window = MutableProperty(0..<20)

  /// The rows on the screen.
  let shown: DerivedList<Quote>

  /// The sum of the prices of all rows that pass the filter.
  let total: Property<Double>

  /// The number of rows that pass the filter.
  let count: Property<Int>

  private let board: TableProperty<Quote.ID, Quote>

  init(_ rows: [Quote], quotes: some StreamProtocol<Quote, Never>, on scheduler: some Scheduler = .main) {
    board = TableProperty(rows)
    let visible =
      board
      .filter { [minimum] in $0.price >= minimum.value }
      .sorted { [isDescending] in isDescending.value ? $0.price > $1.price : $0.price < $1.price }
    shown = visible[window]
    total = visible.sum(of: \.price)
    count = visible.countProperty
    // The table changes at most ten times a second, however many quotes arrive.
    quotes.collect(for: .milliseconds(100), on: scheduler).subscribe(with: self) { table, burst in
      table.board.update(burst)
    }
  }
}
