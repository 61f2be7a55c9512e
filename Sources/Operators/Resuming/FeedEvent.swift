import StreamCore

/// What ``resuming(after:retrying:silence:limit:on:connect:)`` makes of all connections: one history without gap or
/// duplicate, and what becomes of the connection.
public enum FeedEvent<
  State: Sendable, Change: Sendable, Position: Comparable & Sendable, Failure: Error,
  Instant: InstantProtocol & Sendable
>: Sendable {
  /// What to begin with.
  case snapshot(State, at: Position)

  /// What happened next.
  case change(Change, at: Position)

  /// What to begin anew with: what happened between the last position and this one is not known any more, only what
  /// came of it.
  case reset(State, at: Position)

  /// How the connection is from now on.
  case connection(ConnectionState<Failure, Instant>)
}

extension FeedEvent: Equatable where State: Equatable, Change: Equatable, Failure: Equatable {}

/// How the connection of a resuming stream is.
public enum ConnectionState<Failure: Error, Instant: InstantProtocol & Sendable>: Sendable {
  /// It is being made; nothing has been heard through it.
  case connecting

  /// What has been heard is what there is, but for what is on its way.
  case live

  /// It was lost, and the next one is made at that time.
  case waiting(until: Instant)

  /// It was lost, and no other is made.
  case failed(Disconnection<Failure>)

  /// Whether what has been heard is what there is.
  public var isLive: Bool { if case .live = self { true } else { false } }
}

extension ConnectionState: Equatable where Failure: Equatable {}

/// Why a connection was lost, or given up.
public enum Disconnection<Failure: Error>: Error {
  /// The connection failed.
  case failed(Failure)

  /// The other side closed it.
  case closed

  /// Something is missing between what came last and what comes now.
  case gap

  /// More waits for its turn than may: what came is too much for whoever listens.
  case overflow

  /// Nothing was heard for too long.
  case silence
}

extension Disconnection: Equatable where Failure: Equatable {}
extension Disconnection: Hashable where Failure: Hashable {}
