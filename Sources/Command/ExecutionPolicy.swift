/// The rule for executing a command that is already executing.
///
/// It decides how many executions may run at the same time, and whether running work outlives the command. It also
/// decides what happens to an execution beyond that number: it is refused, waits, or replaces another one.
/// `Docs/Reference/Policies.md` has a table of all policies.
public enum ExecutionPolicy: Sendable, Hashable {
  /// One execution at a time. The command is disabled while it executes.
  case exclusive

  /// Up to `max` executions at the same time; `nil` for no limit. At the limit the command is disabled.
  case concurrent(max: Int?)

  /// One execution at a time; the others wait, in order. When `limit` executions wait, the command is disabled; `nil`
  /// for no limit. With a limit of 0 it behaves as ``exclusive``.
  case queue(limit: Int?)

  /// One execution at a time, the newest: the running one is cancelled. Releasing the command cancels it too.
  case latest

  /// One execution at a time. Only the newest of the others waits; it cancels the execution that waited before it.
  case dropToNewest

  /// Any number of executions at the same time.
  public static var concurrent: ExecutionPolicy { .concurrent(max: nil) }

  /// One execution at a time; any number of others waits.
  public static var queue: ExecutionPolicy { .queue(limit: nil) }

  /// Whether several executions may run at the same time.
  public var allowsConcurrentExecution: Bool { most > 1 }

  /// The greatest number of executions that may run at the same time.
  var most: Int {
    switch self {
    case .concurrent(let max): max ?? .max
    case .exclusive, .queue, .latest, .dropToNewest: 1
    }
  }

  /// Whether another execution would be accepted beside the running and the waiting ones.
  func accepts(beside running: Int, waiting: Int) -> Bool {
    switch self {
    case .exclusive, .concurrent: running < most
    case .queue(let limit): running < most || waiting < limit ?? .max
    case .latest, .dropToNewest: true
    }
  }

  /// Returns the policy; traps if no execution could ever start, or if the limit is negative.
  func validated() -> ExecutionPolicy {
    switch self {
    case .concurrent(let max?):
      if max <= 0 { fatalError("`.concurrent(max:)` needs 1 or more, got \(max).") }
    case .queue(let limit?): if limit < 0 { fatalError("`.queue(limit:)` needs 0 or more, got \(limit).") }
    default: break
    }
    return self
  }
}
