/// What a command does when it is executed while it is executing already.
public enum ExecutionPolicy: Sendable, Hashable {
  /// Refuses: one execution at a time. The command is disabled while it executes.
  case exclusive

  /// Starts another beside it, up to a number of executions at a time; `nil` for no limit. At the limit the command is disabled.
  case concurrent(max: Int?)

  /// Any number of executions at a time.
  public static var concurrent: ExecutionPolicy { .concurrent(max: nil) }

  /// Whether another execution may start beside those that are running.
  func allowsStart(beside running: Int) -> Bool {
    switch self {
    case .exclusive: running == 0
    case .concurrent(let max?): running < max
    case .concurrent(nil): true
    }
  }

  /// Traps if no execution could ever start.
  func validated() -> ExecutionPolicy {
    if case .concurrent(let max?) = self {
      precondition(max > 0, "A command must be allowed at least one execution at a time, and not \(max).")
    }
    return self
  }
}
