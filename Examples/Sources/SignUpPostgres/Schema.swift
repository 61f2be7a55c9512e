import Postgres
import Synchronization

/// The tables, functions and queries of the database.
final class Schema: Sendable {
  private let isThere = Atomic(false)

  /// Makes the tables, if this program has not yet: the first time that there is a database.
  func prepare(_ connection: PostgresConnection) throws(PostgresFailure) {
    guard !isThere.load(ordering: .relaxed) else { return }
    for statement in Self.statements { try connection.run(statement) }
    isThere.store(true, ordering: .relaxed)
  }

  /// Of servers that begin at the same time one makes the tables.
  private static let statements = [
    "BEGIN",
    "SELECT pg_advisory_xact_lock(7236837)",
    // The list has a name for its history, so that positions of one that was put back to an older state are known to be of another.
    "CREATE TABLE IF NOT EXISTS list (id int PRIMARY KEY DEFAULT 1 CHECK (id = 1), history bigint NOT NULL, last bigint NOT NULL)",
    "INSERT INTO list (history, last) VALUES (extract(epoch FROM clock_timestamp()) * 1000000, 0) ON CONFLICT DO NOTHING",
    "CREATE TABLE IF NOT EXISTS subscribers (number bigint PRIMARY KEY, address text NOT NULL, key text NOT NULL)",
    "CREATE UNIQUE INDEX IF NOT EXISTS subscribers_address ON subscribers (lower(address))",
    signUp,
    "COMMIT",
  ]

  /// Adds addresses to the list, each once. Returns for each whether the request with its key has added it.
  ///
  /// Numbers are consecutive and become visible in order, because the row of the list is locked until the commit. So a
  /// reader that has seen a number has seen all before it.
  private static let signUp = """
    CREATE OR REPLACE FUNCTION sign_up(addresses text[], keys text[]) RETURNS SETOF boolean LANGUAGE plpgsql AS $$
    DECLARE
      head bigint;
      known text;
    BEGIN
      SELECT last INTO head FROM list FOR UPDATE;
      FOR place IN 1 .. cardinality(addresses) LOOP
        SELECT key INTO known FROM subscribers WHERE lower(address) = lower(addresses[place]);
        IF NOT FOUND THEN
          head := head + 1;
          known := keys[place];
          INSERT INTO subscribers VALUES (head, addresses[place], known);
        END IF;
        RETURN NEXT known = keys[place];
      END LOOP;
      UPDATE list SET last = head WHERE last < head;
      IF FOUND THEN NOTIFY subscribers; END IF;
    END
    $$
    """

  static let signUpAll = "SELECT sign_up($1::text[], $2::text[])"
  static let contains = "SELECT 1 FROM subscribers WHERE lower(address) = lower($1)"

  /// A consistent snapshot of the whole list.
  static let snapshot = """
    SELECT history, last, (SELECT count(*) FROM subscribers), coalesce(address, '') FROM list
    LEFT JOIN (SELECT number, address FROM subscribers ORDER BY number DESC LIMIT $1) AS newest ON true ORDER BY number DESC
    """

  /// The last number of the list and the rows after a number, in a consistent snapshot.
  static let changes = """
    SELECT history, last, coalesce(number, 0), coalesce(address, '') FROM list
    LEFT JOIN subscribers ON number > $1::bigint AND number <= last ORDER BY number LIMIT $2
    """

  /// Texts as PostgreSQL writes an array of them.
  static func array(_ texts: [String]) -> String {
    let quoted = texts.map { text in
      "\"\(text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined())\""
    }
    return "{\(quoted.joined(separator: ","))}"
  }
}
