import Rill
import StreamTesting
import Testing

@testable import Recipes

@MainActor @Suite struct LiveTableTests {
  private let time = TestScheduler()
  private let quotes = Subject<Quote, Never>()
  private let table: LiveTable

  /// 100,000 rows, the price of each of which is its number.
  init() { table = LiveTable((0..<100_000).map { Quote(id: $0, price: Double($0)) }, quotes: quotes, on: time) }

  @Test func theScreenShowsTheFirstRowsInOrder() {
    #expect(table.shown.value.map(\.id) == Array((99_980...99_999).reversed()))
    table.isDescending.value = false
    table.window.value = 10..<12
    #expect(table.shown.value.map(\.id) == [10, 11])
    table.minimum.value = 50_000
    #expect(table.shown.value.map(\.id) == [50_010, 50_011])
    #expect(table.count.value == 50_000)
  }

  @Test func aBurstOfQuotesIsOneChangeOfTheScreen() {
    var changes: [[CollectionEdit<Quote>]] = []
    let handle = table.shown.edits.skip(1).subscribe { changes.append($0.edits) }
    quotes.send(Quote(id: 7, price: 100_000.5))
    quotes.send(Quote(id: 99_999, price: 100_001))
    time.advance(by: .milliseconds(99))
    #expect(changes.isEmpty)
    time.advance(by: .milliseconds(1))
    #expect(changes.count == 1)
    #expect(table.shown.value.prefix(3).map(\.id) == [99_999, 7, 99_998])
    // One row is replaced in its place, one comes, and the last one leaves the screen.
    #expect(changes.first?.count == 3)
    handle.dispose()
  }

  @Test func aQuoteBelowTheScreenIsNoChangeOfIt() {
    var (changes, totals) = (0, [Double]())
    let handles = [
      table.shown.edits.skip(1).subscribe { _ in changes += 1 }, table.total.skip(1).subscribe { totals.append($0) },
    ]
    let before = table.total.value
    quotes.send(Quote(id: 7, price: 10))
    time.advance(by: .milliseconds(100))
    #expect(changes == 0)
    #expect(totals == [before + 3])
    for handle in handles { handle.dispose() }
  }
}
