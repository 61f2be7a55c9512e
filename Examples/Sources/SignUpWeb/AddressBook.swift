import CSQLite
import Rill
import SignUpModel

/// A mailing list in a SQLite file, which tells everyone when it grows.
///
/// An address is there for good when ``subscribe(_:progress:)`` returns: it has been committed, and the file has been synchronised.
public actor AddressBook: MailingList {
  /// How many there are, and the newest of them.
  public struct Summary: Sendable, Equatable {
    public var count = 0
    public var newest: [String] = []
  }

  /// What is on the list. Whoever watches sees it grow.
  public nonisolated let summary = MutableProperty(Summary())

  private let database: Database
  private let latency: Duration

  /// A list in the file at `path`, which is made if need be.
  ///
  /// - Parameter latency: How long a request takes at least, so that a person can see it happen.
  public init(path: String, latency: Duration) throws(SubscribeError) {
    do {
      database = try Database(path: path)
      try database.run("PRAGMA journal_mode = WAL")
      try database.run("PRAGMA synchronous = FULL")
      try database.run(
        """
        CREATE TABLE IF NOT EXISTS subscribers (
          number INTEGER PRIMARY KEY,
          address TEXT NOT NULL UNIQUE COLLATE NOCASE
        )
        """)
      self.latency = latency
      summary.value = try Self.summary(of: database)
    } catch {
      throw .storeFailed("cannot use \(path): \(error.message)")
    }
  }

  public func subscribe(_ email: String, progress: @Sendable (Double) -> Void) async throws(SubscribeError) {
    try await travel(for: latency, progress: progress)
    do {
      try database.run("INSERT INTO subscribers (address) VALUES (?)", [email])
      summary.value = try Self.summary(of: database)
    } catch {
      throw error.code == SQLITE_CONSTRAINT ? .alreadySubscribed(email) : .storeFailed(error.message)
    }
    progress(1)
  }

  /// Whether an address is on the list.
  public func contains(_ email: String) throws(SubscribeError) -> Bool {
    var isThere = false
    do {
      try database.run("SELECT 1 FROM subscribers WHERE address = ?", [email]) { _ in isThere = true }
    } catch {
      throw .storeFailed(error.message)
    }
    return isThere
  }

  private static func summary(of database: Database) throws(Database.Failure) -> Summary {
    var summary = Summary()
    try database.run("SELECT count(*) FROM subscribers") { summary.count = $0.number(0) }
    try database.run("SELECT address FROM subscribers ORDER BY number DESC LIMIT 8") {
      summary.newest.append($0.text(0))
    }
    return summary
  }
}
