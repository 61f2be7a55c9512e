import BoardModel
import Foundation
import Rill
import SQLite
import Synchronization

#if POSTGRES
  import Postgres
#endif

/// A change in the store, with its key and its result.
struct StoredBoardChange: Codable, Sendable {
  let key: String
  let change: BoardChange
  var refusal: BoardError?
}

/// Where the server keeps the changes, in their order.
protocol BoardStore: Sendable {
  func load() throws(BoardError) -> [StoredBoardChange]
  func append(_ change: StoredBoardChange) throws(BoardError)
}

/// A table with a row for each change, in a database that runs statements.
struct TableBoardStore: BoardStore {
  /// Runs a statement, and returns the first column of its rows.
  private let run: @Sendable (_ sql: String, _ texts: [String]) throws -> [String]
  private let insertion: String

  /// A SQLite file.
  init(path: String) throws {
    let database = try Database(path: path)
    let mutex = Mutex(Box(database))
    run = { sql, texts in
      try mutex.withLock { box in
        var rows: [String] = []
        try box.database.run(sql, texts) { rows.append($0.text(0)) }
        return rows
      }
    }
    insertion = "INSERT INTO board_changes (key, content) VALUES (?, ?) ON CONFLICT (key) DO NOTHING"
    // A change is on the disk when it is answered.
    _ = try run("PRAGMA synchronous = FULL", [])
    _ = try run(
      "CREATE TABLE IF NOT EXISTS board_changes (number INTEGER PRIMARY KEY, key TEXT UNIQUE, content TEXT)", [])
  }

  #if POSTGRES
    /// A PostgreSQL database. A lost connection is made again for the next statement.
    init(postgres address: String) throws {
      let mutex = Mutex(Connections(address: address))
      run = { sql, texts in
        try mutex.withLock { connections in
          do {
            return try connections.open().run(sql, texts).map { $0.first ?? "" }
          } catch {
            connections.connection = nil
            throw error
          }
        }
      }
      insertion = "INSERT INTO board_changes (key, content) VALUES ($1, $2) ON CONFLICT (key) DO NOTHING"
      let table = "board_changes (number bigserial PRIMARY KEY, key text UNIQUE, content text)"
      _ = try run("CREATE TABLE IF NOT EXISTS \(table)", [])
    }

    private struct Connections: ~Copyable {
      let address: String
      var connection: PostgresConnection?

      mutating func open() throws(PostgresFailure) -> PostgresConnection {
        if let connection { return connection }
        let new = try PostgresConnection(address)
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

  func load() throws(BoardError) -> [StoredBoardChange] {
    do {
      return try run("SELECT content FROM board_changes ORDER BY number", []).map {
        try JSONDecoder().decode(StoredBoardChange.self, from: Data($0.utf8))
      }
    } catch {
      throw .storeFailed("the board cannot be read: \(error)")
    }
  }

  func append(_ change: StoredBoardChange) throws(BoardError) {
    do {
      let content = String(decoding: try JSONEncoder().encode(change), as: UTF8.self)
      _ = try run(insertion, [change.key, content])
    } catch {
      throw .storeFailed("the change cannot be stored: \(error)")
    }
  }
}
