import Dispatch
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

  private let address: String
  private let schema: Schema
  private let observer: Observer<Message, PostgresFailure>
  private let queue = DispatchQueue(label: "signup.feed")

  /// Guard of these: used on the queue only.
  nonisolated(unsafe) private var position: ListPosition?
  nonisolated(unsafe) private var waking: (any DispatchSourceRead)?
  nonisolated(unsafe) private var looking: (any DispatchSourceTimer)?

  private init(
    _ address: String, _ schema: Schema, _ position: ListPosition?, _ observer: Observer<Message, PostgresFailure>
  ) {
    self.address = address
    self.schema = schema
    self.position = position
    self.observer = observer
  }

  /// The messages of one connection.
  static func messages(
    _ address: String, _ schema: Schema, after position: ListPosition?
  ) -> Signal<Message, PostgresFailure> {
    Signal { observer in
      let feed = ListFeed(address, schema, position, observer)
      feed.queue.async { feed.connect() }
      return Disposable { feed.queue.async { feed.close() } }
    }
  }

  private func connect() {
    guard observer.isActive else { return }
    attempt { () throws(PostgresFailure) in
      let connection = try PostgresConnection(address)
      try schema.prepare(connection)
      // A commit after this statement wakes the feed, and earlier rows are read below.
      try connection.run("LISTEN subscribers")
      let waking = DispatchSource.makeReadSource(fileDescriptor: connection.descriptor, queue: queue)
      waking.setEventHandler { [self] in
        attempt { () throws(PostgresFailure) in if try connection.hear() { try read(connection) } }
      }
      // The connection is closed when its descriptor is not waited for.
      waking.setCancelHandler { withExtendedLifetime(connection) {} }
      let looking = DispatchSource.makeTimerSource(queue: queue)
      looking.setEventHandler { [self] in
        attempt { () throws(PostgresFailure) in
          try read(connection)
          if let position { observer.send(.current(at: position)) }
        }
      }
      (self.waking, self.looking) = (waking, looking)
      waking.activate()
      looking.schedule(deadline: .now(), repeating: .seconds(3))
      looking.activate()
    }
  }

  /// Reads and sends the new rows.
  private func read(_ connection: PostgresConnection) throws(PostgresFailure) {
    while observer.isActive {
      guard let known = position else { return try begin(connection) }
      let rows = try connection.run(Schema.changes, ["\(known.number)", "\(Self.portion)"])
      let newest = ListPosition(history: number(rows[0][0]), number: number(rows[0][1]))
      guard newest.history == known.history, (0...Int64(Self.patience)).contains(newest.number - known.number) else {
        return try begin(connection)
      }
      for row in rows where number(row[2]) > 0 {
        let next = ListPosition(history: newest.history, number: number(row[2]))
        observer.send(.change(row[3], at: next, after: ListPosition(history: next.history, number: next.number - 1)))
        position = next
      }
      if position == newest { return }
    }
  }

  private func begin(_ connection: PostgresConnection) throws(PostgresFailure) {
    let rows = try connection.run(Schema.snapshot, ["\(ListSummary.shown)"])
    let newest = ListPosition(history: number(rows[0][0]), number: number(rows[0][1]))
    let addresses = rows.map { $0[3] }.filter { !$0.isEmpty }
    position = newest
    observer.send(.snapshot(ListSummary(count: Int(number(rows[0][2])), newest: addresses), at: newest))
  }

  private func number(_ text: String) -> Int64 { Int64(text) ?? 0 }

  private func attempt(_ work: () throws(PostgresFailure) -> Void) {
    do throws(PostgresFailure) {
      try work()
    } catch {
      close()
      observer.fail(error)
    }
  }

  private func close() {
    waking?.cancel()
    looking?.cancel()
    (waking, looking) = (nil, nil)
  }
}
