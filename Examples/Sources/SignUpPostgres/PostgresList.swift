import Postgres
import Rill
import SignUpModel
import SignUpWeb

/// A mailing list in a PostgreSQL database that any number of servers share. Each address is accepted once.
public final class PostgresList: SubscriberList {
  public let summary: Property<ListSummary>
  public let isUpToDate: Property<Bool>

  private let outbox: Requests
  private let reader: PostgresQueue
  private let latency: Duration
  private let patience: Duration

  private typealias Requests = Outbox<Request, Bool, PostgresFailure>

  /// A request to add an address.
  private struct Request: Sendable {
    let address: String
    let key: String
  }

  /// A list in the database at `address`, whose tables are made if need be.
  ///
  /// The database need not be there yet, and may go away at any time.
  ///
  /// - Parameters:
  ///   - latency: How long a request takes at least, so that a person can see it happen.
  ///   - patience: How long a person waits for a request that cannot be made: it stays in the outbox, and is made when it can be.
  public init(address: String, latency: Duration, patience: Duration = .seconds(10)) throws(SubscribeError) {
    do {
      try PostgresConnection.check(address)
    } catch {
      throw .storeFailed("cannot use \(address): \(error)")
    }
    self.latency = latency
    self.patience = patience
    reader = PostgresQueue(address, name: "signup.reader")

    let soon = RetryPolicy<Disconnection<PostgresFailure>>.exponential(from: .milliseconds(50))
      .capped(at: .seconds(1)).jittered(by: 0.5)
    let schema = Schema()
    let news = resuming(retrying: soon, silence: .seconds(10), limit: 8_192) { position in
      ListFeed.messages(address, schema, after: position)
    }
    let copy = Property(replicaOf: news) { summary, address in summary.add(address) }
    summary = copy.map { $0.state ?? ListSummary() }.distinctUntilChanged()
    isUpToDate = copy.map(\.connection.isLive).distinctUntilChanged()

    let writer = PostgresQueue(address, name: "signup.writer")
    // Requests that arrive while a transaction is committed go with the next.
    outbox = Outbox(limit: 10_000, batch: 500, retrying: soon, silence: .seconds(15)) { entries in
      let requests = entries.map(\.message)
      return writer.run(
        Schema.signUpAll, [Schema.array(requests.map(\.address)), Schema.array(requests.map(\.key))]
      ).flatMap { rows in
        Signal(zip(entries, rows).map { entry, row in Requests.Acknowledgement(key: entry.key, answer: row == ["t"]) })
          .promoteFailure()
      }
    }
  }

  public func subscribe(
    _ email: String, key: String, progress: @Sendable (Double) -> Void
  ) async throws(SubscribeError) {
    try await travel(for: latency, progress: progress)
    let answer = outbox.post(Request(address: email, key: key), key: "\(key) \(email)")
      .mapFailure { _ in SubscribeError.storeFailed("Too many requests are queued. Try again later.") }
      .timeout(
        after: patience,
        failure: .storeFailed("The list cannot be reached. Try again: if the address was stored, it is stored once."))
    switch await answer.result {
    case .success(let isTaken): if !isTaken { throw .alreadySubscribed(email) }
    case .failure(.source(let error)): throw error
    case .failure: throw .storeFailed("The server is shutting down.")
    }
    progress(1)
  }

  public func contains(_ email: String) async throws(SubscribeError) -> Bool {
    let rows = reader.run(Schema.contains, [email]).retry(.constant(.milliseconds(100), limit: 2))
    switch await rows.result {
    case .success(let rows): return !rows.isEmpty
    case .failure(.source(let error)): throw .storeFailed(error.description)
    case .failure: throw .storeFailed("the request was cancelled")
    }
  }
}
