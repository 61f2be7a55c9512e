/// What a command does when it is executed while it is executing already.
///
/// `Docs/Command.md` has the table of every policy. A policy says three things: how many executions may run at a time,
/// what becomes of one that finds no room (it is refused, it waits, or it takes the place of another), and whether
/// running work outlives the command.
public enum ExecutionPolicy: Sendable, Hashable {
  /// Refuses: one execution at a time. The command is disabled while it executes.
  case exclusive

  /// Starts another beside it, up to a number of executions at a time; `nil` for no limit. At the limit the command is
  /// disabled.
  case concurrent(max: Int?)

  /// One at a time; the others wait, in order. At most `limit` wait, `nil` for no limit; then the
  /// command is disabled. With a limit of 0 it behaves as ``exclusive``.
  case queue(limit: Int?)

  /// One at a time, and it is the newest: the running one is cancelled. Releasing the command cancels it too.
  case latest

  /// One at a time, and at most one that waits, the newest: one that was waiting is cancelled.
  case dropToNewest

  /// Any number of executions at a time.
  public static var concurrent: ExecutionPolicy { .concurrent(max: nil) }

  /// One at a time; any number of others waits.
  public static var queue: ExecutionPolicy { .queue(limit: nil) }

  /// Whether more than one execution may run at a time.
  public var allowsConcurrentExecution: Bool { most > 1 }

  /// How many executions may run at a time.
  var most: Int {
    switch self {
    case .concurrent(let max): max ?? .max
    case .exclusive, .queue, .latest, .dropToNewest: 1
    }
  }

  /// Whether another execution would be accepted beside those that run and those that wait.
  func accepts(beside running: Int, waiting: Int) -> Bool {
    switch self {
    case .exclusive, .concurrent: running < most
    case .queue(let limit): running < most || waiting < limit ?? .max
    case .latest, .dropToNewest: true
    }
  }

  /// Traps if no execution could ever start, or fewer than none may wait.
  func validated() -> ExecutionPolicy {
    switch self {
    case .concurrent(let max?):
      precondition(max > 0, "A command must be allowed at least one execution at a time, and not \(max).")
    case .queue(let limit?): precondition(limit >= 0, "There cannot be \(limit) executions waiting.")
    default: break
    }
    return self
  }
}
