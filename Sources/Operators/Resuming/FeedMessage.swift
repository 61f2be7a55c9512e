import StreamCore

/// What a source of positioned events says: a server, a log, the table of a database; for
/// ``resuming(after:retrying:silence:limit:on:connect:)``.
///
/// A position is where in the source's history something stands: the sequence number of a row, the offset of a log, the
/// number of a process's run and a count. Positions of one source only grow.
public enum FeedMessage<State: Sendable, Change: Sendable, Position: Comparable & Sendable>: Sendable {
  /// All of it, as of a position. What was said before counts no more.
  case snapshot(State, at: Position)

  /// What comes next after the position `after`. So who hears this knows whether anything is missing in between.
  case change(Change, at: Position, after: Position)

  /// There is nothing newer than this position: the first thing said to one who knows everything, and a sign of life
  /// later. By this a last change is missed that was lost, which no later one follows.
  case current(at: Position)

  /// The change with a number, where numbers have no holes.
  public static func change(_ change: Change, at number: Position) -> Self where Position: FixedWidthInteger {
    .change(change, at: number, after: number &- 1)
  }
}

extension FeedMessage: Equatable where State: Equatable, Change: Equatable {}
