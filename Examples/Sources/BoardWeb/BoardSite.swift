import BoardModel
import Rill
import WebElements
import WebServer

/// The board as a page. All tabs show the same elements.
@MainActor
public final class BoardSite {
  private let board: Board
  private let title = TextField("title", limit: 200)
  private let columns = Column.allCases.map { Choice($0.rawValue) }
  private let add = Button("add")
  private let rename = Button("rename")
  private let left = Button("left")
  private let right = Button("right")
  private let up = Button("up")
  private let delete = Button("delete")
  private let status = Label("status")
  private let refused = List("refused")
  private let files = PageFiles(
    style: PackageResources.page_css, scripts: ["elements.js": Tab.script, "page.js": PackageResources.page_js])

  /// The id of the selected card.
  @Observed private var selected: String?

  public init(_ board: Board) {
    self.board = board
    for (column, choice) in zip(Column.allCases, columns) {
      choice.items
        <~ Property(board.state, board.waitingCards) { state, waiting in
          state.cards(in: column).map { $0.text(waiting) }
        }
      choice.selection
        <~ Property(board.state, $selected) { state, id in
          state.cards(in: column).firstIndex { $0.id == id }
        }
      choice.selections.subscribe(with: self) { site, index in
        let cards = board.state.value.cards(in: column)
        if cards.indices.contains(index) { site.select(cards[index]) }
      }
    }
    status.text <~ board.status
    refused.items <~ board.refused.map { $0.suffix(5).map { "Refused: \($0.reason)" } }
    let hasTitle = title.text.map { $0.contains { !$0.isWhitespace } }
    add.bind(Command(self, enabledIf: hasTitle) { (site: BoardSite) in site.addCard() })
    rename.bind(
      onCard(if: hasTitle) { site, card in site.make(.rename(card: card.id, title: site.title.text.value)) })
    delete.bind(onCard { site, card in site.make(.delete(card: card.id)) })
    left.bind(onCard { site, card in site.move(card, by: -1) })
    right.bind(onCard { site, card in site.move(card, by: 1) })
    up.bind(
      onCard { site, card in
        let cards = site.board.state.value.cards(in: card.column)
        guard let place = cards.firstIndex(of: card), place > 0 else { return }
        site.make(.move(card: card.id, to: card.column, before: cards[place - 1].id))
      })
  }

  /// A command for the selected card, disabled without one.
  private func onCard(
    if isPossible: Property<Bool> = Property(constant: true), _ work: @escaping @MainActor (BoardSite, Card) -> Void
  ) -> Command<Void, Void, Never> {
    let isEnabled = Property(board.state, $selected, isPossible) { state, selected, isPossible in
      isPossible && state.cards.contains { $0.id == selected }
    }
    return Command(self, enabledIf: isEnabled) { (site: BoardSite) in site.withSelected { work(site, $0) } }
  }

  private func withSelected(_ work: (Card) -> Void) {
    if let card = board.state.value.cards.first(where: { $0.id == selected }) { work(card) }
  }

  private func addCard() {
    let id = BoardChange.newCard()
    make(.add(card: id, title: title.text.value))
    selected = id
    title.text.value = ""
  }

  private func select(_ card: Card) {
    selected = card.id
    title.text.value = card.title
  }

  private func move(_ card: Card, by step: Int) {
    let all = Column.allCases
    let place = (all.firstIndex(of: card.column) ?? 0) + step
    if all.indices.contains(place) { make(.move(card: card.id, to: all[place], before: nil)) }
  }

  private func make(_ change: BoardChange) { board.make(change) }

  /// The elements of the page.
  var elements: [any Element] { columns + [title, add, rename, left, right, up, delete, status, refused] }

  public nonisolated func respond(to request: Request) -> Response {
    request.path == "/" ? files.page("Board", PackageResources.page_html) : files.file(for: request)
  }

  public func open(_ socket: Socket) {
    let tab = Tab(showing: elements) { socket.send($0, sent: $1) }
    socket.handle {
      try tab.receive($0)
    } closed: {
      _ = tab
    }
  }
}
