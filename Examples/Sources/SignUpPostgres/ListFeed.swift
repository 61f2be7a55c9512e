import Postgres
import Rill
import SignUpWeb

/// Where in the list's history something stands.
struct ListPosition: Comparable, Sendable {
  let history: Int64
  let number: Int64

  static func < (one: Self, other: Self) -> Bool { (one.history, one.number) < (other.history, other.number) }
}

/// One connection that follows the list.
///
/// A notification only wakes it. It then reads the rows after the last one that it has sent. Every few seconds it reads
/// without a notification, and sends a heartbeat.
final class ListFeed: Sendable {
  typealias Message = FeedMessage<ListSummary, String, ListPosition>

  /// The number of rows per query, and the largest gap that is filled with changes and not with a snapshot.
  private static let portion = 500
  private static let patience = 5_000

  /// Guarded by: the connection, whose looks do not overlap.
  nonisolated(unsafe) private var position: ListPosition?

  private init(_ position: ListPosition?) { self.position = position }

  /// The messages of one connection.
  static func messages(
    _ address: String, _ schema: Schema, after position: ListPosition?
  ) -> Signal<Message, PostgresFailure> {
    .deferred {
      let feed = ListFeed(position)
      return PostgresConnection.listening(
        to: "subscribers", at: address,
        prepare: { connection throws(PostgresFailure) in try schema.prepare(connection) },
        look: { connection, isDue, observer throws(PostgresFailure) in
          try feed.read(connection, observer)
          if isDue, let position = feed.position { observer.send(.current(at: position)) }
        })
    }
  }

  /// Reads and sends the new rows.
  private func read(
    _ connection: PostgresConnection, _ observer: Observer<Message, PostgresFailure>
  ) throws(PostgresFailure) {
    while observer.isActive {
      guard let known = position else { return try begin(connection, observer) }
      let rows = try connection.run(Schema.changes, ["\(known.number)", "\(Self.portion)"])
      let newest = ListPosition(history: number(rows[0][0]), number: number(rows[0][1]))
      guard newest.history == known.history, (0...Int64(Self.patience)).contains(newest.number - known.number) else {
        return try begin(connection, observer)
      }
      for row in rows where number(row[2]) > 0 {
        let next = ListPosition(history: newest.history, number: number(row[2]))
        observer.send(.change(row[3], at: next, after: ListPosition(history: next.history, number: next.number - 1)))
        position = next
      }
      if position == newest { return }
    }
  }

  private func begin(
    _ connection: PostgresConnection, _ observer: Observer<Message, PostgresFailure>
  ) throws(PostgresFailure) {
    let rows = try connection.run(Schema.snapshot, ["\(ListSummary.shown)"])
    let newest = ListPosition(history: number(rows[0][0]), number: number(rows[0][1]))
    let addresses = rows.map { $0[3] }.filter { !$0.isEmpty }
    position = newest
    observer.send(.snapshot(ListSummary(count: Int(number(rows[0][2])), newest: addresses), at: newest))
  }

  private func number(_ text: String) -> Int64 { Int64(text) ?? 0 }
}
