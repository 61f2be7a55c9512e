import StreamCore
import StreamPrimitives

/// Sends messages one at a time: the next one is made when the connection has accepted the one before.
final class Pump: Sendable {
  private let trampoline = Trampoline()
  private let connection: any WireConnection
  private let next: @Sendable () -> [UInt8]?

  /// Whether a message was sent that the connection has not accepted. The callback that clears it also calls `wake`.
  private let isSending = Atomic(false)
  private let isStopped = Atomic(false)

  /// - Parameter next: Makes the next message; `nil` if there is none. Its calls do not overlap.
  init(_ connection: any WireConnection, next: @escaping @Sendable () -> [UInt8]?) {
    (self.connection, self.next) = (connection, next)
  }

  /// Makes and sends a message now, or when the connection has accepted the last one.
  func wake() {
    trampoline.bounce {
      if isStopped.load(ordering: .relaxed) || isSending.load(ordering: .relaxed) { return }
      guard let message = next() else { return }
      isSending.store(true, ordering: .relaxed)
      connection.send(message) { [self] in
        isSending.store(false, ordering: .relaxed)
        wake()
      }
    }
  }

  func stop() { isStopped.store(true, ordering: .relaxed) }
}
