import Foundation
import Rill
import SQLite
import StreamTesting
import Synchronization
import Testing
import WebElements

@testable import BoardModel
@testable import BoardServer
@testable import BoardWeb

/// A way to a service in this process, which can be cut, and can lead to another one after that.
private final class Way: WireTransport {
  let isOpen = MutableProperty(true)

  /// Whether lists are served, too.
  let lists = MutableProperty(true)
  let service: MutableProperty<WireService>

  init(_ service: WireService) { self.service = MutableProperty(service) }

  func messages(sending first: [[UInt8]]) -> Signal<[UInt8], WireFailure> {
    let isList = first.contains { String(decoding: $0, as: UTF8.self).contains("watch") }
    guard isOpen.value, lists.value || !isList else { return .fail(.unreachable("no way")) }
    return Signal { [service, isOpen] observer in
      let end = End(first) {
        observer.send($0)
      } refused: {
        observer.fail(.refused($0))
      }
      service.value.serve(end)
      return isOpen.filter { !$0 }.subscribe { _ in
        observer.fail(.unreachable("cut"))
        end.closed.complete()
      }
    }
  }
}

private final class End: WireConnection {
  let closed = Subject<[UInt8], Never>()
  private let messages: Mutex<[[UInt8]]>
  private let sent: @Sendable ([UInt8]) -> Void
  private let refused: @Sendable (String) -> Void

  init(
    _ messages: [[UInt8]], sent: @escaping @Sendable ([UInt8]) -> Void, refused: @escaping @Sendable (String) -> Void
  ) {
    self.messages = Mutex(messages)
    (self.sent, self.refused) = (sent, refused)
  }

  var received: Signal<[UInt8], Never> { closed.signal }

  func receive() {
    if let next = messages.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { closed.send(next) }
  }

  func send(_ message: [UInt8], accepted: @escaping @Sendable () -> Void) {
    sent(message)
    accepted()
  }

  func refuse(_ reason: String) {
    refused(reason)
    closed.complete()
  }
}

@MainActor @Suite struct BoardTests {
  private let time = TestScheduler()
  private let folder = FileManager.default.temporaryDirectory.appending(path: "board-\(UUID())")

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  private var path: String { folder.appending(path: "board").path }

  private func service() throws -> BoardService {
    try BoardService(try TableBoardStore(path: path), WireLimits(), on: time, serving: time)
  }

  private func changes(_ service: BoardService) -> Board.Changes {
    Board.Changes(
      "change", over: Way(service.wire), coding: JSONWireCoding(), retrying: .constant(time.ticks(2)), on: time)
  }

  private func board(_ name: String, _ way: Way) throws -> Board {
    try Board(
      over: way, store: try FileOutboxStore(at: folder.appending(path: name)),
      copy: FileReplicaStore<[BoardRow], WirePosition>(at: folder.appending(path: "\(name).board")),
      retrying: .constant(time.ticks(2)), on: time)
  }

  private func titles(_ board: Board) -> [String] {
    board.state.value.cards.map { "\($0.title) \($0.column.rawValue)" }
  }

  @Test func aChangeIsShownImmediatelyAndOnTheOtherBoardLater() throws {
    let service = try service()
    let (one, other) = (try board("one", Way(service.wire)), try board("other", Way(service.wire)))
    time.advance(by: time.ticks(5))
    #expect(one.isLive.value)
    one.make(.add(card: "a", title: "Tea"))
    #expect(titles(one) == ["Tea todo"])
    #expect(one.waiting.value == 1)
    #expect(titles(other) == [])
    time.advance(by: time.ticks(10))
    #expect(titles(other) == ["Tea todo"])
    #expect(one.waiting.value == 0)
    #expect(one.confirmed.value == other.confirmed.value)
  }

  @Test func changesMadeOfflineAreShownAgainAfterARestartAndSentOnReturn() throws {
    let service = try service()
    let way = Way(service.wire)
    way.isOpen.value = false
    do {
      let board = try board("one", way)
      board.make(.add(card: "a", title: "Tea"))
      board.make(.move(card: "a", to: .done, before: nil))
      time.advance(by: time.ticks(10))
      #expect(titles(board) == ["Tea done"])
      #expect(!board.isLive.value)
    }
    let board = try board("one", way)
    #expect(titles(board) == ["Tea done"])
    way.isOpen.value = true
    time.advance(by: time.ticks(20))
    #expect(board.waiting.value == 0)
    #expect(board.confirmed.value.cards == [Card(id: "a", title: "Tea", column: .done)])
  }

  @Test func aClientThatStartsWithoutTheServerShowsItsLastBoardAndItsOwnChanges() throws {
    let service = try service()
    let way = Way(service.wire)
    do {
      let board = try board("one", way)
      board.make(.add(card: "a", title: "Tea"))
      time.advance(by: .seconds(2))
      #expect(board.waiting.value == 0)
    }
    way.isOpen.value = false
    let other = try board("other", Way(service.wire))
    other.make(.add(card: "c", title: "Milk"))
    time.advance(by: time.ticks(10))
    let board = try board("one", way)
    #expect(titles(board) == ["Tea todo"])
    #expect(!board.isLive.value)
    board.make(.add(card: "b", title: "Rice"))
    #expect(titles(board) == ["Tea todo", "Rice todo"])
    way.isOpen.value = true
    time.advance(by: time.ticks(20))
    #expect(titles(board) == ["Tea todo", "Milk todo", "Rice todo"])
  }

  @Test func aDamagedFileOfTheBoardIsListedAndReplaced() throws {
    let service = try service()
    let way = Way(service.wire)
    let file = folder.appending(path: "one.board")
    try Data("RillCopy, but damaged".utf8).write(to: file)
    let board = try board("one", way)
    #expect(board.copyFailure.value?.description.contains("damaged") == true)
    board.make(.add(card: "a", title: "Tea"))
    time.advance(by: .seconds(2))
    #expect(board.copyFailure.value == nil)
    #expect(try FileReplicaStore<[BoardRow], WirePosition>(at: file).stored()?.state.count == 2)
  }

  /// The answer to a change may arrive before the first board. Until then the change stays shown.
  @Test func anAnswerBeforeTheFirstBoardHidesNoChange() throws {
    let service = try service()
    let way = Way(service.wire)
    way.isOpen.value = false
    let board = try board("one", way)
    board.make(.add(card: "a", title: "Tea"))
    let shown = Recorder(board.state.map { $0.cards.map(\.title) })
    // Only changes have a connection: that of the list is lost until its next attempt.
    way.lists.value = false
    way.isOpen.value = true
    time.advance(by: time.ticks(20))
    #expect(board.waiting.value == 0)
    #expect(!board.isLive.value)
    way.lists.value = true
    time.advance(by: time.ticks(20))
    #expect(board.isLive.value)
    #expect(shown.values.allSatisfy { $0 == ["Tea"] })
  }

  @Test func aRefusedChangeIsTakenBackAndListed() throws {
    let service = try service()
    let way = Way(service.wire)
    let (one, other) = (try board("one", way), try board("other", Way(service.wire)))
    one.make(.add(card: "a", title: "Tea"))
    time.advance(by: time.ticks(20))
    way.isOpen.value = false
    time.advance(by: time.ticks(2))
    one.make(.rename(card: "a", title: "Green tea"))
    other.make(.delete(card: "a"))
    time.advance(by: time.ticks(10))
    #expect(titles(one) == ["Green tea todo"])
    way.isOpen.value = true
    time.advance(by: time.ticks(20))
    #expect(titles(one) == [])
    #expect(
      one.refused.value == [
        .init(change: .rename(card: "a", title: "Green tea"), reason: "the card a was deleted")
      ])
    #expect(one.waiting.value == 0)
  }

  @Test func theServerKnowsTheBoardAndTheKeysAfterARestart() throws {
    var first: BoardService? = try service()
    let changes = try changes(#require(first))
    let answers = Recorder(changes.execute(.add(card: "a", title: "Tea"), key: "k"))
    time.advance(by: time.ticks(10))
    first = nil
    let second = try service()
    let again = self.changes(second)
    let repeated = Recorder(again.execute(.add(card: "a", title: "Tea"), key: "k"))
    let refused = Recorder(again.execute(.add(card: "a", title: "Tea"), key: "other"))
    time.advance(by: time.ticks(10))
    #expect(answers.values.map(\.number) == [1])
    #expect(repeated.values == answers.values)
    #expect(refused.completion == .failed(.failed(.exists("a"))))
  }

  @Test func aServerReadsTheChangesOfAnotherOneWithoutANotification() throws {
    let (one, other) = (try service(), try service())
    let boards = [try board("one", Way(one.wire)), try board("other", Way(other.wire))]
    boards[0].make(.add(card: "a", title: "Tea"))
    time.advance(by: time.ticks(20))
    #expect(titles(boards[1]) == [])
    time.advance(by: .seconds(3))
    #expect(titles(boards[1]) == ["Tea todo"])
    #expect(boards[1].confirmed.value == boards[0].confirmed.value)
  }

  @Test func aChangeThatIsSentToTwoServersIsMadeOnce() throws {
    let services = [try service(), try service()]
    let clients = services.map { changes($0) }
    let answers = clients.map { Recorder($0.execute(.add(card: "a", title: "Tea"), key: "k")) }
    // The second server does not know the first change yet: its own one comes after it.
    let late = Recorder(clients[1].execute(.move(card: "a", to: .done, before: nil), key: "l"))
    time.advance(by: time.ticks(20))
    #expect(answers.map { $0.values.map(\.number) } == [[1], [1]])
    #expect(late.values.map(\.number) == [2])
    let log = try TableBoardStore(path: path).changes(after: 0)
    #expect(log.changes.map(\.key) == ["k", "l"])
    #expect(log.changes.map(\.number) == [1, 2])
  }

  @Test func aRefusalIsRepeatedByAnotherServer() throws {
    let services = [try service(), try service()]
    let clients = services.map { changes($0) }
    let refused = Recorder(clients[0].execute(.delete(card: "a"), key: "d"))
    let added = Recorder(clients[0].execute(.add(card: "a", title: "Tea"), key: "a"))
    time.advance(by: time.ticks(20))
    let repeated = Recorder(clients[1].execute(.delete(card: "a"), key: "d"))
    time.advance(by: time.ticks(20))
    #expect(refused.completion == .failed(.failed(.noCard("a"))))
    #expect(added.values.map(\.number) == [2])
    #expect(repeated.completion == refused.completion)
  }

  @Test func aClientKeepsItsBoardAtAServerThatIsBehind() throws {
    let (ahead, behind) = (try service(), try service())
    let way = Way(ahead.wire)
    let board = try board("one", way)
    board.make(.add(card: "a", title: "Tea"))
    time.advance(by: time.ticks(20))
    #expect(board.confirmed.value.version.number == 1)
    way.service.value = behind.wire
    way.isOpen.value = false
    way.isOpen.value = true
    time.advance(by: time.ticks(20))
    #expect(titles(board) == ["Tea todo"])
    #expect(!board.isLive.value)
    time.advance(by: .seconds(3))
    #expect(board.isLive.value)
    #expect(titles(board) == ["Tea todo"])
  }

  @Test func anOlderCopyOfTheDatabaseIsShownByAllServersAndClients() throws {
    let services = [try service(), try service()]
    let boards = try services.enumerated().map { try board("\($0.offset)", Way($0.element.wire)) }
    boards[0].make(.add(card: "a", title: "Tea"))
    boards[0].make(.add(card: "b", title: "Rice"))
    time.advance(by: .seconds(4))
    #expect(titles(boards[1]) == ["Tea todo", "Rice todo"])
    try Database(path: path).run("DELETE FROM board_changes WHERE number = 2")
    time.advance(by: .seconds(4))
    #expect(boards.map { titles($0) } == [["Tea todo"], ["Tea todo"]])
    boards[1].make(.rename(card: "a", title: "Green tea"))
    time.advance(by: .seconds(4))
    #expect(boards.map { titles($0) } == [["Green tea todo"], ["Green tea todo"]])
    #expect(boards[0].confirmed.value.version == boards[1].confirmed.value.version)
  }

  @Test func thePageChangesTheBoardAndShowsIt() throws {
    let board = try board("one", Way(try service().wire))
    let site = BoardSite(board)
    let tab = Tab(showing: site.elements) { _, accepted in accepted() }
    for title in ["Tea", "Rice"] {
      try tab.receive(#"{"id":"title","text":"\#(title)"}"#)
      try tab.receive(#"{"id":"add"}"#)
    }
    #expect(titles(board) == ["Tea todo", "Rice todo"])
    // There is no second card after a second click, since the title is empty.
    for button in ["add", "rename"] { try tab.receive(#"{"id":"\#(button)"}"#) }
    #expect(titles(board) == ["Tea todo", "Rice todo"])
    try tab.receive(#"{"id":"up"}"#)
    #expect(titles(board) == ["Rice todo", "Tea todo"])
    try tab.receive(#"{"id":"todo","text":"1"}"#)
    try tab.receive(#"{"id":"right"}"#)
    try tab.receive(#"{"id":"title","text":"Green tea"}"#)
    try tab.receive(#"{"id":"rename"}"#)
    #expect(titles(board) == ["Rice todo", "Green tea doing"])
    try tab.receive(#"{"id":"delete"}"#)
    #expect(titles(board) == ["Rice todo"])
    #expect(throws: Refusal.self) { try tab.receive(#"{"id":"todo","text":"7"}"#) }
  }

  @Test func aMoveGoesBeforeItsCardOrToTheEndOfTheColumn() throws {
    var state = BoardState()
    for card in ["a", "b", "c"] { try state.apply(.add(card: card, title: card)) }
    try state.apply(.move(card: "c", to: .todo, before: "a"))
    #expect(state.cards.map(\.id) == ["c", "a", "b"])
    try state.apply(.move(card: "a", to: .done, before: "c"))
    #expect(state.cards(in: .todo).map(\.id) == ["c", "b"])
    #expect(state.cards(in: .done).map(\.id) == ["a"])
    let before = state
    #expect(throws: BoardError.noCard("x")) { try state.apply(.delete(card: "x")) }
    #expect(state == before)
  }

  @Test func cardsAreNumberedAsTheyAreRead() throws {
    var state = BoardState()
    for card in ["a", "b", "c"] { try state.apply(.add(card: card, title: card)) }
    try state.apply(.rename(card: "b", title: "A title that is too long for its column"))
    try state.apply(.move(card: "a", to: .done, before: nil))
    #expect(
      state.text(["c"]) == [
        "todo                      doing                     done",
        "1 A title that is too l…                            3 a", "2 c *",
      ])
    #expect((0...4).map { state.card($0)?.id } == [nil, "b", "c", "a", nil])
  }

  @Test(arguments: [
    ("add Green tea", BoardChange.add(card: "new", title: "Green tea")),
    ("move 2 Doing", .move(card: "b", to: .doing, before: nil)),
    ("move 2 todo before 1", .move(card: "b", to: .todo, before: "a")),
    ("rename 1 Tea", .rename(card: "a", title: "Tea")), ("delete 1", .delete(card: "a")),
  ])
  func linesAreUnderstood(line: String, change: BoardChange) throws {
    #expect(try understood(line) == change)
  }

  @Test(arguments: [
    ("add", "A title has 1 to 200 characters."),
    ("move 1 nowhere", "A card moves to todo, doing or done: move 1 doing"),
    ("delete 7", "There is no card 7. The board shows a number before each card."),
    ("paint 1", "There is no command paint 1. Type help for the commands."),
  ])
  func badLinesAreAnsweredWithARemedy(line: String, remedy: String) {
    #expect(throws: NotUnderstood(remedy)) { try understood(line) }
  }

  private func understood(_ line: String) throws -> BoardChange {
    var state = BoardState()
    for card in ["a", "b"] { try state.apply(.add(card: card, title: card)) }
    return try BoardChange(line, on: state) { "new" }
  }
}
