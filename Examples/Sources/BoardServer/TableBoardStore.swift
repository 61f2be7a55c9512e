import BoardModel
import Foundation
import Rill
import SQLite
import Synchronization

#if POSTGRES
  import Postgres
#endif

/// A log in a table of a database that runs statements.
///
/// A row is inserted only after the one before it, so that a reader that sees a number has seen all before it. Of two
/// servers that insert the same number or the same key, one does nothing.
struct TableBoardStore: BoardStore {
  let news: Signal<Void, Never>

  /// Runs a statement, and returns its rows.
  private let run: @Sendable (_ sql: String, _ texts: [String]) throws -> [[String]]
  private let insertion: String

  private static let tables = [
    "CREATE TABLE IF NOT EXISTS board (id int PRIMARY KEY CHECK (id = 1), history text NOT NULL)",
    "CREATE TABLE IF NOT EXISTS board_changes (number bigint PRIMARY KEY, key text UNIQUE, content text)",
  ]
  private static let naming = "INSERT INTO board (id, history) VALUES (1, $1) ON CONFLICT DO NOTHING"
  private static let inserting = """
    INSERT INTO board_changes (number, key, content) SELECT CAST($1 AS bigint), $2, $3 FROM board
    WHERE CAST($1 AS bigint) = 1 + \(last) AND history = $4 ON CONFLICT DO NOTHING
    """
  private static let reading = """
    SELECT history, \(last), coalesce(number, 0), coalesce(content, '') FROM board
    LEFT JOIN board_changes ON number > CAST($1 AS bigint) ORDER BY number
    """
  private static let finding = "SELECT number, content FROM board_changes WHERE key = $1"
  private static let renaming = "UPDATE board SET history = $1 WHERE \(last) < CAST($2 AS bigint)"
  private static let last = "(SELECT coalesce(max(number), 0) FROM board_changes)"

  /// A SQLite file.
  init(path: String) throws {
    let database: Database
    do { database = try Database(path: path) } catch { throw BoardError.storeFailed("\(path): \(error)") }
    let mutex = Mutex(Box(database))
    run = { sql, texts in
      try mutex.withLock { box in
        var rows: [[String]] = []
        try box.database.run(sql, texts) { rows.append($0.texts) }
        return rows
      }
    }
    insertion = Self.inserting
    news = .never
    // A change is on the disk when it is answered.
    for statement in ["PRAGMA synchronous = FULL"] + Self.tables { _ = try run(statement, []) }
    _ = try run(Self.naming, [Self.newName()])
  }

  #if POSTGRES
    /// A PostgreSQL database. A lost connection is made again for the next statement.
    init(postgres address: String) throws {
      let mutex = Mutex(Connections(address: address))
      run = { sql, texts in
        try mutex.withLock { connections in
          do {
            return try connections.open().run(sql, texts)
          } catch {
            connections.connection = nil
            throw error
          }
        }
      }
      insertion = "WITH made AS (\(Self.inserting) RETURNING 1) SELECT pg_notify('board', '') FROM made"
      news = PostgresConnection.listening(to: "board", at: address) { _, _, observer in observer.send(()) }
        .retry(.constant(.milliseconds(500))).ignoreFailure()
      do { _ = try run(Self.reading, ["0"]) } catch {
        throw BoardError.storeFailed("The database at \(address) cannot be used. Check the address. \(error)")
      }
    }

    private struct Connections: ~Copyable {
      let address: String
      var connection: PostgresConnection?

      mutating func open() throws(PostgresFailure) -> PostgresConnection {
        if let connection { return connection }
        let new = try PostgresConnection(address)
        // Of servers that begin at the same time one makes the tables.
        for statement in ["BEGIN", "SELECT pg_advisory_xact_lock(7236838)"] + TableBoardStore.tables {
          try new.run(statement)
        }
        try new.run(TableBoardStore.naming, [TableBoardStore.newName()])
        try new.run("COMMIT")
        connection = new
        return new
      }
    }
  #endif

  /// `@unchecked Sendable`: Guarded by: the mutex that has it.
  private struct Box: @unchecked Sendable {
    let database: Database
    init(_ database: Database) { self.database = database }
  }

  private static func newName() -> String { String(UInt64.random(in: 0...UInt64.max), radix: 36) }

  func changes(after number: Int) throws(BoardError) -> BoardLog {
    let rows = try attempt("the board cannot be read") { try run(Self.reading, ["\(number)"]) }
    guard let first = rows.first else { throw .storeFailed("the board has no name; restart the server") }
    // An older copy of the database took its place: versions of its clients and of other servers mean nothing here.
    if let last = Int(first[1]), last < number {
      _ = try attempt("the board cannot be renamed") { try run(Self.renaming, [Self.newName(), "\(number)"]) }
      return try changes(after: 0)
    }
    return BoardLog(
      history: first[0],
      changes: try rows.filter { $0[2] != "0" }.map { row throws(BoardError) in try read(row[2], row[3]) })
  }

  func change(key: String) throws(BoardError) -> LoggedChange? {
    let rows = try attempt("the board cannot be read") { try run(Self.finding, [key]) }
    return try rows.first.map { row throws(BoardError) in try read(row[0], row[1]) }
  }

  func append(_ change: LoggedChange, to history: String) throws(BoardError) {
    try attempt("the change cannot be stored") {
      let content = String(decoding: try JSONEncoder().encode(change), as: UTF8.self)
      _ = try run(insertion, ["\(change.number)", change.key, content, history])
    }
  }

  private func read(_ number: String, _ content: String) throws(BoardError) -> LoggedChange {
    try attempt("the change \(number) cannot be read") {
      var change = try JSONDecoder().decode(LoggedChange.self, from: Data(content.utf8))
      change.number = Int(number) ?? 0
      return change
    }
  }

  private func attempt<Result>(_ problem: String, _ work: () throws -> Result) throws(BoardError) -> Result {
    do {
      return try work()
    } catch {
      throw .storeFailed("\(problem): \(error)")
    }
  }
}
