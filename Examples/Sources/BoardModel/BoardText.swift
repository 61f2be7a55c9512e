import Rill

extension Board {
  /// Whether there is a connection, and the number of changes that are not sent.
  public var status: Property<String> {
    Property(isLive, problem, waiting) { isLive, problem, waiting in
      let connection = problem.map { "The server refused a change: \($0)" } ?? (isLive ? "Connected" : "Offline")
      return connection + (waiting == 0 ? "" : waiting == 1 ? ", 1 change * waits" : ", \(waiting) changes * wait")
    }
  }
}

extension Card {
  /// The title, with a mark if a change of the card waits.
  public func text(_ waitingCards: Set<String>) -> String { title + (waitingCards.contains(id) ? " *" : "") }
}

extension BoardState {
  /// The board as lines of text: a column beside the other, each card with its number.
  public func text(_ waitingCards: Set<String> = [], width: Int = 26) -> [String] {
    let columns = Column.allCases.map { column in
      [column.rawValue] + cards(in: column).map { "\(number(of: $0)) \($0.text(waitingCards))" }
    }
    let height = columns.map(\.count).max() ?? 0
    return (0..<height).map { line in
      let cells = columns.map { column in
        let whole = column.indices.contains(line) ? column[line] : ""
        let text = whole.count > width - 2 ? whole.prefix(width - 3) + "…" : whole
        return text + String(repeating: " ", count: width - text.count)
      }
      return String(cells.joined().reversed().drop { $0 == " " }.reversed())
    }
  }

  /// The cards as they are read, one column after another.
  private var numbered: [Card] { Column.allCases.flatMap { cards(in: $0) } }

  /// The number by which a person names a card, from 1.
  public func number(of card: Card) -> Int { (numbered.firstIndex { $0.id == card.id } ?? -1) + 1 }

  /// The card with a number.
  public func card(_ number: Int) -> Card? { numbered.indices.contains(number - 1) ? numbered[number - 1] : nil }
}

/// A line that a person types, which cannot be understood.
public struct NotUnderstood: Error, Equatable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}

extension BoardChange {
  /// The lines that are understood.
  public static let manual = """
      add TITLE                  adds a card
      move N COLUMN [before M]   moves card N to todo, doing or done, before card M or to the end
      rename N TITLE             renames card N
      delete N                   deletes card N
      show                       prints the board
      help                       prints these lines
      quit                       ends the program
    """

  /// Returns a name that no other card has.
  public static func newCard() -> String { String(UInt64.random(in: 0...UInt64.max), radix: 36) }

  /// The change that a line asks for on a board.
  public init(_ line: String, on board: BoardState, newCard: () -> String) throws(NotUnderstood) {
    let words = line.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
    func card(_ place: Int) throws(NotUnderstood) -> String {
      let word = words.indices.contains(place) ? words[place] : ""
      guard let number = Int(word), let card = board.card(number) else {
        throw NotUnderstood("There is no card \(word). The board shows a number before each card.")
      }
      return card.id
    }
    func text(after count: Int) throws(NotUnderstood) -> String {
      let text = words.dropFirst(count).joined(separator: " ")
      guard (1...200).contains(text.count) else { throw NotUnderstood("A title has 1 to 200 characters.") }
      return text
    }
    switch words.first {
    case "add": self = .add(card: newCard(), title: try text(after: 1))
    case "rename": self = .rename(card: try card(1), title: try text(after: 2))
    case "delete": self = .delete(card: try card(1))
    case "move":
      guard words.count > 2, let column = Column(rawValue: words[2].lowercased()) else {
        throw NotUnderstood("A card moves to todo, doing or done: move 1 doing")
      }
      let other = words.count > 3 && words[3] == "before" ? try card(4) : nil
      self = .move(card: try card(1), to: column, before: other)
    default: throw NotUnderstood("There is no command \(line). Type help for the commands.")
    }
  }
}
