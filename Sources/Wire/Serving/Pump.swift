import StreamCore

/// Sends messages one at a time: the next one is made when the connection has accepted the one before.
final class Pump: Sendable {
  /// - `idle`: there was no message. `wake` begins to look.
  /// - `looking`: a thread makes a message, and hands it to the connection.
  /// - `accepted`: the connection has accepted the message before `send` has returned. The thread looks again.
  /// - `waiting`: the connection has not accepted the message.
  private enum Phase: Sendable { case idle, looking, accepted, waiting }

  private struct State: Sendable {
    var phase = Phase.idle

    /// Whether `wake` was called since the last look.
    var isAwake = false
    var isStopped = false
  }

  private let state = Lock(State())
  private let connection: any WireConnection
  private let next: @Sendable () -> [UInt8]?

  /// - Parameter next: Makes the next message; `nil` if there is none. Its calls do not overlap.
  init(_ connection: any WireConnection, next: @escaping @Sendable () -> [UInt8]?) {
    (self.connection, self.next) = (connection, next)
  }

  /// Looks for a message now, or when the connection has accepted the last one.
  func wake() {
    let isLooking = state.withLock { state in
      state.isAwake = true
      guard state.phase == .idle else { return false }
      state.phase = .looking
      return true
    }
    if isLooking { look() }
  }

  func stop() { state.withLock { $0.isStopped = true } }

  private func look() {
    while !state.withLock({ state in
      state.isAwake = false
      return state.isStopped
    }) {
      guard let message = next() else {
        let isAwake = state.withLock { state in
          if !state.isAwake { state.phase = .idle }
          return state.isAwake
        }
        if isAwake { continue } else { return }
      }
      connection.send(message) { [self] in accepted() }
      let isAccepted = state.withLock { state in
        let isAccepted = state.phase == .accepted
        state.phase = isAccepted ? .looking : .waiting
        return isAccepted
      }
      if !isAccepted { return }
    }
  }

  private func accepted() {
    let isLooking = state.withLock { state in
      switch state.phase {
      case .looking:
        state.phase = .accepted
        return false
      case .waiting:
        state.phase = .looking
        return true
      case .idle, .accepted: return false
      }
    }
    if isLooking { look() }
  }
}
