import StreamCore

/// A message from a source of positioned events: a server, a log, the table of a database.
///
/// Used by ``resuming(after:retrying:silence:limit:on:connect:)-(_,_,_,_,S,_)``.
///
/// A position is a point in the source's history: the sequence number of a row, the offset of a log, or the number of a
/// process's run and a count. The positions of one source only grow.
public enum FeedMessage<State: Sendable, Change: Sendable, Position: Comparable & Sendable>: Sendable {
  /// The whole state at a position. It replaces all earlier messages.
  case snapshot(State, at: Position)

  /// The change that follows the position `after`. The receiver detects a gap if `after` is not its last position.
  case change(Change, at: Position, after: Position)

  /// There is nothing newer than this position.
  ///
  /// It is the first message to a receiver that is up to date, and a heartbeat later. It also reveals that the last
  /// change was lost, which no later change does.
  case current(at: Position)

  /// Returns the change with a number, in a source whose numbers have no gaps.
  public static func change(_ change: Change, at number: Position) -> Self where Position: FixedWidthInteger {
    .change(change, at: number, after: number &- 1)
  }
}

extension FeedMessage: Equatable where State: Equatable, Change: Equatable {}
