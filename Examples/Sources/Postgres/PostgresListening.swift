import Dispatch
import Rill

extension PostgresConnection {
  /// Looks at a database after each notification of a channel, and every three seconds.
  ///
  /// The first look comes after `LISTEN`: a later commit causes another one, and it sees the earlier ones. Fails when the
  /// connection is lost, or with the first failure of `look`. Each subscriber has a connection.
  ///
  /// - Parameters:
  ///   - prepare: Makes the tables, for example.
  ///   - look: Reads and sends. `isDue` is false after a notification. Calls do not overlap.
  package static func listening<Value>(
    to channel: String, at address: String,
    prepare: @escaping @Sendable (PostgresConnection) throws(PostgresFailure) -> Void = { _ in },
    look:
      @escaping @Sendable (PostgresConnection, _ isDue: Bool, Observer<Value, PostgresFailure>)
      throws(PostgresFailure) -> Void
  ) -> Signal<Value, PostgresFailure> {
    Signal { observer in
      let listening = Listening(observer, look)
      listening.queue.async { listening.connect(channel, address, prepare) }
      return Disposable { listening.queue.async { listening.close() } }
    }
  }
}

/// One connection that waits for notifications.
private final class Listening<Value: Sendable>: Sendable {
  typealias Look =
    @Sendable (PostgresConnection, _ isDue: Bool, Observer<Value, PostgresFailure>) throws(PostgresFailure) -> Void

  let queue = DispatchQueue(label: "postgres.listening")
  private let observer: Observer<Value, PostgresFailure>
  private let look: Look

  /// Guarded by: queue.
  nonisolated(unsafe) private var sources: [any DispatchSourceProtocol] = []

  init(_ observer: Observer<Value, PostgresFailure>, _ look: @escaping Look) {
    (self.observer, self.look) = (observer, look)
  }

  func connect(
    _ channel: String, _ address: String, _ prepare: (PostgresConnection) throws(PostgresFailure) -> Void
  ) {
    guard observer.isActive else { return }
    attempt { () throws(PostgresFailure) in
      let connection = try PostgresConnection(address)
      try prepare(connection)
      try connection.run("LISTEN \(channel)")
      let waking = DispatchSource.makeReadSource(fileDescriptor: connection.descriptor, queue: queue)
      waking.setEventHandler { [self] in
        attempt { () throws(PostgresFailure) in if try connection.hear() { try look(connection, false, observer) } }
      }
      // The connection is closed when its descriptor is not waited for.
      waking.setCancelHandler { withExtendedLifetime(connection) {} }
      let due = DispatchSource.makeTimerSource(queue: queue)
      due.setEventHandler { [self] in
        attempt { () throws(PostgresFailure) in try look(connection, true, observer) }
      }
      due.schedule(deadline: .now(), repeating: .seconds(3))
      sources = [waking, due]
      for source in sources { source.activate() }
    }
  }

  private func attempt(_ work: () throws(PostgresFailure) -> Void) {
    guard observer.isActive else { return }
    do throws(PostgresFailure) {
      try work()
    } catch {
      close()
      observer.fail(error)
    }
  }

  func close() {
    for source in sources { source.cancel() }
    sources = []
  }
}
