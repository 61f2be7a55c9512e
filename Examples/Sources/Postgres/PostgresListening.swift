import Foundation
import Rill

extension PostgresConnection {
  /// Looks at a database after each notification of a channel, and every three seconds.
  ///
  /// The first look comes after `LISTEN`: a later commit causes another one, and it sees the earlier ones. Fails when the
  /// connection is lost, or with the first failure of `look`. Each subscriber has a connection and a thread, which end at
  /// most three seconds after the subscription.
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
      // A thread, and no source of Dispatch: that crashes on Linux now and then when the other end hangs up.
      Thread.detachNewThread {
        do throws(PostgresFailure) {
          let connection = try PostgresConnection(address)
          try prepare(connection)
          try connection.run("LISTEN \(channel)")
          var due = ContinuousClock.now
          while observer.isActive {
            if ContinuousClock.now >= due {
              due = .now + .seconds(3)
              try look(connection, true, observer)
            }
            while try connection.hear() { try look(connection, false, observer) }
            connection.waitForInput(until: due)
          }
        } catch {
          observer.fail(error)
        }
      }
      return Disposable {}
    }
  }

  private func waitForInput(until due: ContinuousClock.Instant) {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let wait = max(.zero, ContinuousClock.now.duration(to: due))
    poll(&polled, 1, Int32(wait / .milliseconds(1)) + 1)
  }
}
