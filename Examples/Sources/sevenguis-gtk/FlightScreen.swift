import GtkControls
import Rill
import SevenGUIs

@MainActor final class FlightScreen: Screen {
  let window: Window
  private let model = FlightBooker()

  init() {
    let kinds = FlightBooker.Kind.allCases
    let (kind, departure, comeback) = (DropDown(kinds.map(\.rawValue)), Entry(), Entry())
    let (book, message) = (Button("Book"), Label())
    window = Window(
      "Flight booker", Column([kind, departure, comeback, book, message]), width: 420, height: 200)
    window.makeDefault(book)
    kind.channel(\.selection)
      <~> channel(\.kind, of: model).converted(
        to: { kinds.firstIndex(of: $0) ?? 0 }, from: { kinds[$0] })
    departure.channel(\.text) <~> channel(\.departure, of: model)
    comeback.channel(\.text) <~> channel(\.comeback, of: model)
    bind(\.isEnabled, of: comeback, to: model.hasReturn)
    bind(\.isWrong, of: departure, to: model.isDepartureValid.map { !$0 })
    bind(\.isWrong, of: comeback, to: model.isReturnValid.map { !$0 })
    book.bind(model.book)
    bind(\.text, of: message, to: model.$message)
  }
}
