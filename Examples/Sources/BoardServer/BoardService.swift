import BoardModel
import Rill

/// One of the servers of a board, which share a log.
///
/// A change is in the log before it is shown and answered. The log has the key of each change, so that it is made once,
/// although a client may send it again, also to another server and after a restart.
public final class BoardService: Sendable {
  /// The interface for the clients.
  public let wire: WireService

  private let rows: ObservableList<BoardRow>
  private let store: any BoardStore
  private let lifetime = Lifetime()

  /// The board of the part of the log that was read.
  ///
  /// Guarded by: the scheduler `work`, on which the log is read and written.
  nonisolated(unsafe) private var board = BoardState()

  /// A board in a SQLite file.
  public convenience init(path: String, limits: WireLimits = WireLimits()) throws {
    try self.init(TableBoardStore(path: path), limits)
  }

  /// A board in a PostgreSQL database, which many servers share.
  public convenience init(postgres address: String, limits: WireLimits = WireLimits()) throws {
    #if POSTGRES
      try self.init(TableBoardStore(postgres: address), limits)
    #else
      throw BoardError.storeFailed("This program was built without PostgreSQL. Install libpq-dev and build it again.")
    #endif
  }

  /// - Parameters:
  ///   - work: Waits for the store.
  ///   - serving: Sends the signs of life, also while the store does not answer.
  init(
    _ store: some BoardStore, _ limits: WireLimits, on work: any Scheduler = .queue(name: "board.store"),
    serving: any Scheduler = .queue(name: "board.wire")
  ) throws(BoardError) {
    self.store = store
    rows = ObservableList([])
    wire = WireService(coding: JSONWireCoding(), limits: limits, on: serving)
    try readOn()
    wire.offer("board", list: rows)
    let untilStored = RetryPolicy<BoardError>.exponential(from: .milliseconds(100)).capped(at: .seconds(1))
      .when { if case .storeFailed = $0 { true } else { false } }
    wire.offer(
      "change",
      from: { [weak self] (change: BoardChange, key) -> Signal<BoardVersion, BoardError> in
        Signal.deferred { [weak self] in
          Signal(self?.make(change, key) ?? .failure(.storeFailed("the server is shutting down")))
        }
        .subscribe(on: work).retry(untilStored, on: work)
      })
    // The log is read also without a notification, because one may have been lost.
    merge(store.news, Signal.interval(every: .seconds(3), on: work).mapTo(()))
      .deliver(on: work, buffering: .newest(1)).take(duringLifetimeOf: lifetime)
      .subscribe { [weak self] in try? self?.readOn() }
  }

  private func make(_ change: BoardChange, _ key: String) -> Result<BoardVersion, BoardError> {
    do throws(BoardError) {
      // Another server may take the number first: then the change is tried on the board with that server's change.
      while true {
        var new = LoggedChange(number: board.version.number + 1, key: key, change: change)
        do throws(BoardError) {
          var next = board
          try next.apply(change)
        } catch {
          new.refusal = error
        }
        try store.append(new, to: board.version.history)
        try readOn()
        guard let made = try store.change(key: key) else { continue }
        if let refusal = made.refusal { throw refusal }
        return .success(BoardVersion(history: board.version.history, number: made.number))
      }
    } catch {
      return .failure(error)
    }
  }

  /// Reads the part of the log after this board, and shows it.
  private func readOn() throws(BoardError) {
    var log = try store.changes(after: board.version.number)
    if log.history != board.version.history {
      log = try store.changes(after: 0)
      board = BoardState(BoardVersion(history: log.history))
    } else if log.changes.isEmpty {
      return
    }
    for logged in log.changes {
      if logged.refusal == nil { try? board.apply(logged.change) }
      board.version.number = logged.number
    }
    rows.set(board.rows)
  }
}
