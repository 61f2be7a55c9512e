import Rill
import SevenGUIs
import WebElements

final class FlightPage: Page {
  private let model = FlightBooker()
  private let kind = Choice("kind", FlightBooker.Kind.allCases.map(\.rawValue))
  private let departure = TextField("departure", limit: 10)
  private let comeback = TextField("return", limit: 10)
  private let book = Button("book")
  private let message = Label("message")

  var elements: [any Element] { [kind, departure, comeback, book, message] }

  init() {
    let kinds = FlightBooker.Kind.allCases
    kind.selection
      <~> channel(\.kind, of: model).converted(
        to: { kinds.firstIndex(of: $0) }, from: { $0.map { kinds[$0] } ?? .oneWay })
    departure.text <~> channel(\.departure, of: model)
    comeback.text <~> channel(\.comeback, of: model)
    comeback.isEnabled <~ model.hasReturn
    departure.tone <~ model.isDepartureValid.map { $0 ? .plain : .bad }
    comeback.tone <~ model.isReturnValid.map { $0 ? .plain : .bad }
    book.bind(model.book)
    message.text <~ model.$message
  }
}
