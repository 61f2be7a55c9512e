import Foundation
import Rill
import Synchronization

/// A store of an `Outbox` in a SQLite file.
///
/// Each call of ``save(_:)`` is a transaction that is on the disk before it returns. The file belongs to one store:
/// another one, also of another program, throws after five seconds. May be used from any thread.
public final class SQLiteOutboxStore<Message: Codable & Sendable>: OutboxStore {
  private let database: Mutex<Database>
  private let path: String
  private let version: Int
  private let decode: @Sendable (_ message: Data, _ version: Int) throws -> Message

  /// Opens a file, or creates it. Throws if it cannot be read or written, or is another kind of file.
  ///
  /// - Parameters:
  ///   - version: The version of the format of `Message`, which is stored with each one.
  ///   - decode: Reads a message of a version. A message for which it throws is kept, not sent, and listed as refused.
  ///     By default only the current version is read, as JSON.
  public init(
    path: String, version: Int = 1, decode: (@Sendable (_ message: Data, _ version: Int) throws -> Message)? = nil
  ) throws(StoreFailure) {
    do throws(Database.Failure) {
      database = Mutex(try Self.open(path))
    } catch {
      throw StoreFailure("\(path): \(error.message)")
    }
    (self.path, self.version) = (path, version)
    self.decode =
      decode ?? { message, stored in
        guard stored == version else { throw StoreFailure("The message has the unknown version \(stored).") }
        return try JSONDecoder().decode(Message.self, from: message)
      }
  }

  private static func open(_ path: String) throws(Database.Failure) -> sending Database {
    let database = try Database(path: path)
    try database.run("PRAGMA locking_mode = EXCLUSIVE")
    try database.run("PRAGMA journal_mode = WAL")
    try database.run("PRAGMA synchronous = FULL")
    // An exclusive lock is taken by the first write.
    try database.run("BEGIN IMMEDIATE")
    try database.run(
      """
      CREATE TABLE IF NOT EXISTS outbox (
        number INTEGER PRIMARY KEY,
        key TEXT NOT NULL UNIQUE,
        version INTEGER NOT NULL,
        message TEXT NOT NULL,
        refusal TEXT
      )
      """)
    try database.run("COMMIT")
    return database
  }

  /// The stored entries, in the order in which they were posted.
  public func entries() throws(StoreFailure) -> [StoredEntry<Message>] {
    try use { database throws(Database.Failure) in
      var entries: [StoredEntry<Message>] = []
      let question = "SELECT key, version, message, refusal IS NOT NULL, refusal FROM outbox ORDER BY number"
      try database.run(question) { [decode] row in
        let content: StoredEntry<Message>.Content
        do {
          let message = try decode(Data(row.text(2).utf8), row.number(1))
          content = row.number(3) == 0 ? .waiting(message) : .refused(message, reason: row.text(4))
        } catch {
          content = .unreadable(reason: "\(error)")
        }
        entries.append(StoredEntry(key: row.text(0), content))
      }
      return entries
    }
  }

  /// Stores changes, all of them or none. Takes as long as the disk.
  public func save(_ changes: [StoredChange<Message>]) throws(StoreFailure) {
    let statements = try changes.map { change throws(StoreFailure) in try statement(for: change) }
    try use { database throws(Database.Failure) in
      try database.run("BEGIN IMMEDIATE")
      do throws(Database.Failure) {
        for (sql, texts) in statements { try database.run(sql, texts) }
        try database.run("COMMIT")
      } catch {
        // A full disk has rolled it back already.
        try? database.run("ROLLBACK")
        throw error
      }
    }
  }

  private func statement(for change: StoredChange<Message>) throws(StoreFailure) -> (sql: String, [String]) {
    switch change {
    case .posted(let key, let message):
      guard let encoded = try? JSONEncoder().encode(message) else {
        throw StoreFailure("The message \(key) cannot be encoded.")
      }
      let texts = [key, "\(version)", String(decoding: encoded, as: UTF8.self)]
      return ("INSERT OR REPLACE INTO outbox (key, version, message) VALUES (?, ?, ?)", texts)
    case .refused(let key, let reason): return ("UPDATE outbox SET refusal = ? WHERE key = ?", [reason, key])
    case .reopened(let key):
      let last = "(SELECT max(number) + 1 FROM outbox)"
      return ("UPDATE outbox SET refusal = NULL, number = \(last) WHERE key = ?", [key])
    case .removed(let key): return ("DELETE FROM outbox WHERE key = ?", [key])
    }
  }

  private func use<Result: Sendable>(
    _ body: (Database) throws(Database.Failure) -> Result
  ) throws(StoreFailure) -> Result {
    do throws(Database.Failure) {
      return try database.withLock { database throws(Database.Failure) in try body(database) }
    } catch {
      throw StoreFailure("\(path): \(error.message)")
    }
  }
}
