import StreamCore

/// The events of ``resuming(after:retrying:silence:limit:on:connect:)-(_,_,_,_,S,_)``: one history over all
/// connections, and their states.
///
/// The history has no gap and no duplicate.
public enum FeedEvent<
  State: Sendable, Change: Sendable, Position: Comparable & Sendable, Failure: Error,
  Instant: InstantProtocol & Sendable
>: Sendable {
  /// The initial state.
  case snapshot(State, at: Position)

  /// The next change.
  case change(Change, at: Position)

  /// A state that replaces all before it: the changes between the last position and this one are no longer available.
  case reset(State, at: Position)

  /// The new state of the connection.
  case connection(ConnectionState<Failure, Instant>)
}

extension FeedEvent: Equatable where State: Equatable, Change: Equatable, Failure: Equatable {}

/// The state of a resuming stream's connection.
public enum ConnectionState<Failure: Error, Instant: InstantProtocol & Sendable>: Sendable {
  /// Connecting; no message has been received.
  case connecting

  /// Connected and up to date, except for messages in flight.
  case live

  /// Lost; the next connection begins at the given time.
  case waiting(until: Instant)

  /// Lost permanently: the policy allows no further connection.
  case failed(Disconnection<Failure>)

  /// Whether the connection is up to date.
  public var isLive: Bool { if case .live = self { true } else { false } }
}

extension ConnectionState: Equatable where Failure: Equatable {}

/// The reason why a connection was lost or closed.
public enum Disconnection<Failure: Error>: Error {
  /// The connection failed.
  case failed(Failure)

  /// The remote side closed the connection.
  case closed

  /// Messages are missing between the last one and this one.
  case gap

  /// More than `limit` messages were queued: the observer is slower than the connection.
  case overflow

  /// No message arrived for longer than `silence`.
  case silence
}

extension Disconnection: Equatable where Failure: Equatable {}
extension Disconnection: Hashable where Failure: Hashable {}

extension Disconnection: CustomStringConvertible {
  /// The reason and its remedy.
  public var description: String {
    switch self {
    case .failed(let failure): "The connection failed: \(sentence(failure))"
    case .closed: "The remote side closed the connection. Connect again with the last position."
    case .gap: "Messages are missing before the one that arrived. Connect again with the last position."
    case .overflow:
      "More messages were queued than `limit` allows. Handle them faster, or pass a larger `limit`."
    case .silence:
      "No message arrived within `silence`. Check the network, and send heartbeats more often from the remote side."
    }
  }
}
