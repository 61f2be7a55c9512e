import Rill
import Synchronization

/// Several servers of the same content, of which one is used at a time.
///
/// A server whose connection ends before its first message is left for the next one, by all later connections.
public final class WireAddresses: WireTransport {
  private final class Attempt: Sendable {
    let isAnswered = Atomic(false)
  }

  private let servers: [any WireTransport]

  /// The number of servers that were left.
  private let left = Atomic(0)

  /// - Parameter servers: The first one is used first. An empty list traps.
  public init(_ servers: [any WireTransport]) {
    if servers.isEmpty { fatalError("`WireAddresses` needs a server, got an empty list.") }
    self.servers = servers
  }

  public func messages(sending first: [[UInt8]]) -> Signal<[UInt8], WireFailure> {
    .deferred { [self] in
      let (before, attempt) = (left.load(ordering: .relaxed), Attempt())
      let leave: @Sendable () -> Void = { [self] in
        guard !attempt.isAnswered.load(ordering: .relaxed) else { return }
        // Of connections that fail at the same time, one changes the server.
        _ = left.compareExchange(expected: before, desired: before + 1, ordering: .relaxed)
      }
      return servers[before % servers.count].messages(sending: first)
        .on(
          next: { _ in attempt.isAnswered.store(true, ordering: .relaxed) }, terminated: leave, disposed: leave)
    }
  }
}
