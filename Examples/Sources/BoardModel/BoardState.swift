/// A card of the board.
public struct Card: Codable, Equatable, Identifiable, Sendable {
  public let id: String
  public var title: String
  public var column: Column

  public init(id: String, title: String, column: Column) { (self.id, self.title, self.column) = (id, title, column) }
}

/// The columns, from left to right.
public enum Column: String, Codable, CaseIterable, Sendable {
  case todo, doing, done
}

/// A change that a person makes.
///
/// A change names cards and not places. So it means the same on a board that others have changed meanwhile.
public enum BoardChange: Codable, Equatable, Sendable {
  case add(card: String, title: String)
  case rename(card: String, title: String)
  /// Before another card of the column, or at its end if there is no such card.
  case move(card: String, to: Column, before: String?)
  case delete(card: String)

  /// The card that is changed. The changes of one card are sent in their order.
  public var card: String {
    switch self {
    case .add(let card, _), .rename(let card, _), .move(let card, _, _), .delete(let card): card
    }
  }
}

/// Why a change is not made.
public enum BoardError: Error, Codable, Equatable, CustomStringConvertible {
  case noCard(String)
  case exists(String)
  case badText(String)
  case storeFailed(String)

  public var description: String {
    switch self {
    case .noCard(let card): "the card \(card) was deleted"
    case .exists(let card): "card \(card) already exists"
    case .badText(let text): "\(text) is not a valid title: a title has 1 to 200 characters"
    case .storeFailed(let reason): reason
    }
  }
}

/// A version of the board, which is the same at all servers.
public struct BoardVersion: Codable, Equatable, Sendable {
  /// The name of the servers' log.
  public let history: String

  /// The number of the last change in the log.
  public var number: Int

  public init(history: String = "", number: Int = 0) { (self.history, self.number) = (history, number) }

  /// Whether this version has the changes of another one.
  ///
  /// Versions of two logs have no order: this one counts, unless nothing was received yet.
  public func includes(_ other: BoardVersion) -> Bool {
    history == other.history ? number >= other.number : !history.isEmpty
  }
}

/// The board: its cards from top to bottom, and the version that has led to them.
///
/// The servers and their clients change it by the same function. The order of changes in the log decides.
public struct BoardState: Equatable, Sendable {
  /// The version of the servers, to which own changes are added without a new version.
  public var version: BoardVersion
  public private(set) var cards: [Card] = []

  public init(_ version: BoardVersion = BoardVersion()) { self.version = version }

  /// The board in the rows of a list: see ``BoardRow``.
  public init(_ rows: some Sequence<BoardRow>) {
    self.init()
    for row in rows {
      switch row {
      case .version(let version): self.version = version
      case .card(let card): cards.append(card)
      }
    }
  }

  public func cards(in column: Column) -> [Card] { cards.filter { $0.column == column } }

  /// Makes a change, or throws and leaves the board as it is.
  public mutating func apply(_ change: BoardChange) throws(BoardError) {
    for text in [change.card, change.title].compactMap(\.self) where !(1...200).contains(text.count) {
      throw .badText("\"\(text.prefix(40))\"")
    }
    let place = cards.firstIndex { $0.id == change.card }
    if case .add(let id, let title) = change {
      guard place == nil else { throw .exists(id) }
      cards.append(Card(id: id, title: title, column: .todo))
    } else {
      guard let place else { throw .noCard(change.card) }
      switch change {
      case .add: break
      case .rename(_, let title): cards[place].title = title
      case .move(_, let column, let other):
        var card = cards.remove(at: place)
        card.column = column
        let before = cards.firstIndex { $0.id == other && $0.column == column }
        cards.insert(card, at: before ?? cards.count)
      case .delete: cards.remove(at: place)
      }
    }
  }

  public var rows: [BoardRow] { [.version(version)] + cards.map { .card($0) } }
}

extension BoardChange {
  fileprivate var title: String? {
    switch self {
    case .add(_, let title), .rename(_, let title): title
    case .move, .delete: nil
    }
  }
}

/// A row of the list that travels. The first one is the version of the other rows.
public enum BoardRow: Codable, Equatable, Identifiable, Sendable {
  case version(BoardVersion)
  case card(Card)

  public var id: String { if case .card(let card) = self { card.id } else { "" } }
}
