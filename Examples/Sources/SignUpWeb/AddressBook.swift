import CSQLite
import Rill
import SQLite
import SignUpModel

/// A mailing list in a SQLite file, with a property that changes when it grows.
///
/// An address is stored durably when ``subscribe(_:key:progress:)`` returns: it has been committed, and the file has
/// been synchronised.
public actor AddressBook: SubscriberList {
  private nonisolated let known = MutableProperty(ListSummary())

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
      // Lists that were made before requests had keys have none.
      var hasKeys = false
      try database.run("SELECT 1 FROM pragma_table_info('subscribers') WHERE name = 'key'") { _ in hasKeys = true }
      if !hasKeys { try database.run("ALTER TABLE subscribers ADD COLUMN key TEXT") }
      self.latency = latency
      known.value = try Self.summary(of: database)
    } catch {
      throw .storeFailed("cannot use \(path): \(error.message); name another file")
    }
  }

  public nonisolated var summary: Property<ListSummary> { known.property }

  public nonisolated var isUpToDate: Property<Bool> { Property(constant: true) }

  public func subscribe(
    _ email: String, key: String, progress: @Sendable (Double) -> Void
  ) async throws(SubscribeError) {
    try await travel(for: latency, progress: progress)
    do {
      try database.run("INSERT INTO subscribers (address, key) VALUES (?, ?)", [email, key])
      known.value = try Self.summary(of: database)
    } catch {
      guard error.code == SQLITE_CONSTRAINT else { throw .storeFailed(error.message) }
      // The same request, made again since its answer was lost, has put it there.
      guard try has("SELECT 1 FROM subscribers WHERE address = ? AND key = ?", [email, key]) else {
        throw .alreadySubscribed(email)
      }
    }
    progress(1)
  }

  public func contains(_ email: String) throws(SubscribeError) -> Bool {
    try has("SELECT 1 FROM subscribers WHERE address = ?", [email])
  }

  private func has(_ question: String, _ texts: [String]) throws(SubscribeError) -> Bool {
    var isThere = false
    do {
      try database.run(question, texts) { _ in isThere = true }
    } catch {
      throw .storeFailed(error.message)
    }
    return isThere
  }

  private static func summary(of database: Database) throws(Database.Failure) -> ListSummary {
    var summary = ListSummary()
    try database.run("SELECT count(*) FROM subscribers") { summary.count = $0.number(0) }
    try database.run("SELECT address FROM subscribers ORDER BY number DESC LIMIT \(ListSummary.shown)") {
      summary.newest.append($0.text(0))
    }
    return summary
  }
}
