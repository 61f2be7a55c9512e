import Rill
import Testing

private struct TableOrder: Identifiable, Equatable, Sendable {
  let id: Int
  var price: Double
  var city: String
  var owner: Int
}

private struct TablePerson: Identifiable, Equatable, Sendable {
  let id: Int
  var name: String
}

/// One program with all parts: a table, derived lists, and an effect that depends on them.
@Suite struct LiveTableTests {
  @Test func aTableIsFilteredSortedGroupedAndJoined() {
    let people = TableProperty<TablePerson.ID, TablePerson>([
      TablePerson(id: 1, name: "Ada"), TablePerson(id: 2, name: "Bob"),
    ])
    let label = MutableProperty("")
    let quotes = [
      TableOrder(id: 7, price: 5, city: "Rome", owner: 1), TableOrder(id: 8, price: 2, city: "Oslo", owner: 2),
      TableOrder(id: 9, price: 8, city: "Rome", owner: 3),
    ]

    let board = TableProperty<TableOrder.ID, TableOrder>()  // rows with a key
    let minimum = MutableProperty(0.0)
    let descending = MutableProperty(true)

    let visible = board.rows
      .filter { $0.price >= minimum.value }  // tracked: follows `minimum` as well as the rows
      .sorted { descending.value ? $0.price > $1.price : $0.price < $1.price }
    let page = visible.prefix(20)  // or visible[window], a property of a range
    let total = visible.sum(of: \.price)  // a Property<Double>
    let byCity = visible.grouped(by: \.city) { $0.count }  // a keyed table of counts
    let withNames = board.joined(people, on: \.owner)  // inner and left join on a key

    let texts = Lock<[String]>([])
    effect { label.value = "\(visible.count) orders, \(total.value) €" }  // follows; runs once per change or batch
    label.subscribe(isolation: nil) { text in texts.withLock { $0.append(text) } }
    board.update(quotes)
    board[id: 7]?.price = 12  // one edit
    batch {
      board.update([TableOrder(id: 8, price: 2.5, city: "Oslo", owner: 2)]); minimum.value = 3
    }

    #expect(
      texts.withLock { $0 } == ["0 orders, 0.0 €", "3 orders, 15.0 €", "3 orders, 22.0 €", "2 orders, 20.0 €"])
    #expect(page.value.map(\.id) == [7, 9])
    descending.value = false
    #expect(page.value.map(\.id) == [9, 7])
    #expect(byCity[id: "Rome"] == 2)
    #expect(byCity[id: "Oslo"] == nil)
    #expect(withNames.value.map(\.right.name) == ["Ada", "Bob"])
    #expect(board.leftJoined(people, on: \.owner).value.map { $0.right?.name } == ["Ada", "Bob", nil])
  }
}
