import Dispatch
import Postgres
import Rill

/// A connection that opens on demand, and again after it was lost. Queries run sequentially.
final class PostgresQueue: Sendable {
  private let address: String
  private let queue: DispatchQueue

  /// Guarded by: queue.
  nonisolated(unsafe) private var connection: PostgresConnection?

  init(_ address: String, name: String) {
    self.address = address
    queue = DispatchQueue(label: name)
  }

  /// The rows of a statement, asked for by each subscriber.
  func run(_ sql: String, _ texts: [String] = []) -> Signal<[[String]], PostgresFailure> {
    Signal { [self] observer in
      queue.async {
        guard observer.isActive else { return }
        do throws(PostgresFailure) {
          observer.send(try self.answer(sql, texts))
          observer.complete()
        } catch {
          // After any failure the next statement uses a new connection.
          self.connection = nil
          observer.fail(error)
        }
      }
    }
  }

  private func answer(_ sql: String, _ texts: [String]) throws(PostgresFailure) -> [[String]] {
    if connection == nil { connection = try PostgresConnection(address) }
    return try connection?.run(sql, texts) ?? []
  }
}
