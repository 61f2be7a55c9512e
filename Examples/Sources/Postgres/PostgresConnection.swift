import CPostgres

/// Why a question to the database was not answered.
package struct PostgresFailure: Error, CustomStringConvertible {
  package let description: String
}

/// A connection with a PostgreSQL database. It is used by one at a time, and waits for each answer.
package final class PostgresConnection {
  private let handle: OpaquePointer

  /// - Parameter address: `postgres://…`, or anything else that libpq understands.
  package init(_ address: String) throws(PostgresFailure) {
    // Timeouts end a connection attempt without an answer, and detect a server that is gone.
    let parameters = [
      ("dbname", address), ("connect_timeout", "5"), ("tcp_user_timeout", "10000"), ("keepalives_idle", "5"),
      ("client_encoding", "UTF8"),
      ("application_name", CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? ""),
      ("options", "-c client_min_messages=warning -c statement_timeout=10000"),
    ]
    let connection = withTexts(parameters.map(\.0)) { keywords in
      withTexts(parameters.map(\.1)) { values in PQconnectdbParams(keywords, values, 1) }
    }
    guard let connection else { throw PostgresFailure(description: "There is not enough memory for a connection.") }
    handle = connection
    // Notices of the server are ignored. A lost connection fails the next statement.
    PQsetNoticeProcessor(connection, { _, _ in }, nil)
    guard PQstatus(connection) == CONNECTION_OK else { throw failure }
  }

  deinit { PQfinish(handle) }

  /// Checks the syntax of an address, without connecting.
  package static func check(_ address: String) throws(PostgresFailure) {
    var message: UnsafeMutablePointer<CChar>?
    defer { PQfreemem(message) }
    guard let options = PQconninfoParse(address, &message) else {
      throw PostgresFailure(
        description: message.map { String(cString: $0).filter { !$0.isNewline } } ?? "The address cannot be read.")
    }
    PQconninfoFree(options)
  }

  /// The descriptor that is readable when there is input.
  var descriptor: Int32 { PQsocket(handle) }

  /// Runs a statement with texts for `$1`, `$2`…, and gives the rows.
  @discardableResult
  package func run(_ sql: String, _ texts: [String] = []) throws(PostgresFailure) -> [[String]] {
    let result = withTexts(texts) { PQexecParams(handle, sql, Int32(texts.count), nil, $0, nil, nil, 0) }
    defer { PQclear(result) }
    let status = PQresultStatus(result)
    guard status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK else { throw failure }
    return (0..<PQntuples(result)).map { row in
      (0..<PQnfields(result)).map { column in String(cString: PQgetvalue(result, row, column)) }
    }
  }

  /// Reads the input, and returns whether there was a notification.
  package func hear() throws(PostgresFailure) -> Bool {
    guard PQconsumeInput(handle) == 1 else { throw failure }
    var isNotified = false
    while let notification = PQnotifies(handle) {
      PQfreemem(notification)
      isNotified = true
    }
    return isNotified
  }

  private var failure: PostgresFailure {
    let text = String(cString: PQerrorMessage(handle))
    return PostgresFailure(description: String(text.prefix { !$0.isNewline }))
  }
}

/// Texts as C has them, and the null at their end.
private func withTexts<Result>(_ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result) -> Result {
  let copies = texts.map { text in
    let bytes = Array(text.utf8CString)
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
    copy.initialize(from: bytes, count: bytes.count)
    return copy
  }
  defer { for copy in copies { copy.deallocate() } }
  return (copies.map { UnsafePointer($0) } + [nil]).withUnsafeBufferPointer { body($0.baseAddress!) }
}
