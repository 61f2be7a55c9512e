import Rill
import TestSupport
import Testing

private struct GuideOrder: Identifiable, Equatable, Sendable {
  let id: Int
  var price: Double
  var city: String
  var owner: Int
}

private struct GuideCustomer: Identifiable, Equatable, Sendable {
  let id: Int
  var name: String
}

/// The code of Docs/Guides/Collections.md prints the output that the page shows.
@Suite struct CollectionsGuideTests {
  private let printed = Heard<String>()

  private func print(_ values: Any...) { printed.append(values.map { "\($0)" }.joined(separator: " ")) }

  @Test func thePagePrintsItsComments() {
    let board = TableProperty<GuideOrder.ID, GuideOrder>()
    board.update([
      GuideOrder(id: 7, price: 5, city: "Rome", owner: 1), GuideOrder(id: 8, price: 2, city: "Oslo", owner: 2),
    ])
    board[id: 7]?.price = 12
    board[id: 8] = nil
    board[id: 8] = GuideOrder(id: 8, price: 2, city: "Oslo", owner: 2)
    let minimum = MutableProperty(0.0)
    let descending = MutableProperty(true)
    let visible =
      board
      .filter { $0.price >= minimum.value }
      .sorted { descending.value ? $0.price > $1.price : $0.price < $1.price }
    let page = visible.prefix(20)
    let total = visible.sum(of: \.price)
    let byCity = visible.grouped(by: \.city) { $0.count }
    let printed = printed
    let handle = effect { printed.append("\(visible.count) orders, \(total.value) €") }
    batch {
      board[id: 7]?.price = 13
      minimum.value = 3
    }
    print(byCity[id: "Rome"] ?? 0, page[0].id)
    let customers = TableProperty<GuideCustomer.ID, GuideCustomer>([GuideCustomer(id: 1, name: "Ada")])
    let withNames = board.joined(customers, on: \.owner)
    print(withNames.value.map(\.right.name))
    print(board.leftJoined(customers, on: \.owner).count)
    #expect(printed.take() == ["2 orders, 14.0 €", "1 orders, 13.0 €", "1 7", "[\"Ada\"]", "2"])
    handle.dispose()

    let document = MutableProperty(GuideCustomer(id: 1, name: "Ada"))
    let field = MutableProperty("")
    field <~> document[\.name]
    field.value = "Grace"
    print(document.value.name)
    let chosen = MutableProperty<GuideOrder?>(nil)
    chosen <~> board[id: 7]
    chosen.value?.price = 20
    print(board[id: 7]?.price ?? 0)
    let history = History(of: board, document)
    history.step {
      document[\.name].value = "Linus"
      board.removeAll()
    }
    history.undo()
    print(board.count, document.value.name, history.canRedo.value)
    #expect(printed.take() == ["Grace", "20.0", "2 Grace true"])
  }
}
