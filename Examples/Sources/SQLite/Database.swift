import CSQLite

/// A SQLite file. It is used by one thread at a time: by the actor or the mutex that has it.
package final class Database {
  package struct Failure: Error, CustomStringConvertible {
    package let code: Int32
    package let message: String

    package var description: String { message }
  }

  private let handle: OpaquePointer

  package init(path: String) throws(Failure) {
    var handle: OpaquePointer?
    let code = sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil)
    guard code == SQLITE_OK, let handle else {
      sqlite3_close_v2(handle)
      throw Failure(code: code, message: String(cString: sqlite3_errstr(code)))
    }
    self.handle = handle
    sqlite3_busy_timeout(handle, 5_000)
  }

  deinit { sqlite3_close_v2(handle) }

  /// Runs a statement with texts for its question marks, and hands over each row.
  package func run(_ sql: String, _ texts: [String] = [], row: (borrowing Row) -> Void = { _ in }) throws(Failure) {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK, let statement else { throw failure }
    defer { sqlite3_finalize(statement) }
    // SQLite must copy the text, because the pointer is valid during the call only.
    let copying = unsafeBitCast(-1, to: (@convention(c) (UnsafeMutableRawPointer?) -> Void).self)
    for (place, text) in texts.enumerated() {
      guard sqlite3_bind_text(statement, Int32(place + 1), text, -1, copying) == SQLITE_OK else { throw failure }
    }
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: row(Row(statement: statement))
      case SQLITE_DONE: return
      default: throw failure
      }
    }
  }

  /// A row of a result.
  package struct Row: ~Copyable {
    fileprivate let statement: OpaquePointer

    /// All columns as texts.
    package var texts: [String] { (0..<sqlite3_column_count(statement)).map { text($0) } }

    package func text(_ column: Int32) -> String {
      sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
    }
    package func number(_ column: Int32) -> Int { Int(sqlite3_column_int64(statement, column)) }
  }

  private var failure: Failure {
    Failure(code: sqlite3_errcode(handle), message: String(cString: sqlite3_errmsg(handle)))
  }
}
