import BoardModel
import Rill

/// The board of the server. Its order of changes is the one that counts.
///
/// Each change is stored before it is shown and answered. A key that is known is answered as before, also after a
/// restart. There is one such process for a store: it has the board in memory.
public final class BoardService: Sendable {
  /// The interface for the clients.
  public let wire: WireService

  fileprivate struct Known: Sendable {
    var state = BoardState()
    var answers: [String: Result<Int, BoardError>] = [:]
    var isOutOfDate = false
  }

  private let rows: ObservableList<BoardRow>
  private let store: any BoardStore

  /// Guarded by: the scheduler, on which one change is made after another.
  nonisolated(unsafe) private var known: Known

  /// A board in a SQLite file, or in PostgreSQL at an address with `postgres://`.
  public convenience init(storedAt address: String, limits: WireLimits = WireLimits()) throws {
    #if POSTGRES
      if address.hasPrefix("postgres://") {
        try self.init(TableBoardStore(postgres: address), .queue(name: "board"), limits)
        return
      }
    #endif
    try self.init(TableBoardStore(path: address), .queue(name: "board"), limits)
  }

  init(_ store: some BoardStore, _ scheduler: any Scheduler, _ limits: WireLimits) throws(BoardError) {
    self.store = store
    known = try Known(store.load())
    rows = ObservableList(known.state.rows)
    wire = WireService(coding: JSONWireCoding(), limits: limits, on: scheduler)
    wire.offer("board", list: rows)
    let untilStored = RetryPolicy<BoardError>.exponential(from: .milliseconds(100)).capped(at: .seconds(1))
      .when { if case .storeFailed = $0 { true } else { false } }
    wire.offer(
      "change",
      from: { [weak self] (change: BoardChange, key) -> Signal<Int, BoardError> in
        Signal.deferred { [weak self] in Signal(self?.make(change, key) ?? .failure(.storeFailed("the server ends"))) }
          .retry(untilStored, on: scheduler)
      })
  }

  private func make(_ change: BoardChange, _ key: String) -> Result<Int, BoardError> {
    do throws(BoardError) {
      if known.isOutOfDate { known = try Known(store.load()) }
      if let answer = known.answers[key] { return answer }
      var next = known
      var stored = StoredBoardChange(key: key, change: change)
      let answer = next.take(stored)
      if case .failure(let error) = answer { stored.refusal = error }
      try store.append(stored)
      known = next
      rows.set(known.state.rows)
      return answer
    } catch {
      // The store may have the change or not: it is asked before the next one is made.
      known.isOutOfDate = true
      return .failure(error)
    }
  }
}

extension BoardService.Known {
  fileprivate init(_ changes: [StoredBoardChange]) {
    for change in changes { _ = take(change) }
  }

  /// Makes a change, unless it was refused before, and remembers the answer.
  fileprivate mutating func take(_ stored: StoredBoardChange) -> Result<Int, BoardError> {
    var answer: Result<Int, BoardError>
    do throws(BoardError) {
      if let refusal = stored.refusal { throw refusal }
      try state.apply(stored.change)
      answer = .success(state.revision)
    } catch {
      answer = .failure(error)
    }
    answers[stored.key] = answer
    return answer
  }
}
