import StreamCore

/// The state of a command: which executions run, which wait, and which may start. It makes the decisions and notifies
/// no observer.
struct CommandState {
  var policy: ExecutionPolicy
  var conditionHolds = true

  /// The state that observers know. Changes are announced from the end of the command's `init`, when this is set.
  var properties: CommandProperties?

  /// The running executions, and behind them the waiting ones. Both are in the order in which they were accepted.
  private var executions = ExecutionList()
  private var runningCount = 0

  /// The execution that starts next. The list keeps it alive.
  private unowned(unsafe) var firstWaiting: ExecutionCore?

  init(_ policy: ExecutionPolicy) { self.policy = policy }

  var isEnabled: Bool {
    conditionHolds && policy.accepts(beside: runningCount, waiting: executions.count - runningCount)
  }

  var facts: CommandFacts {
    CommandFacts(executionsInFlight: runningCount, isEnabled: isEnabled, policy: policy)
  }

  /// Adds an execution to the waiting ones. `promote()` then starts it if the policy allows that.
  ///
  /// - Returns: The executions to cancel; `nil` if the new one is refused.
  mutating func accept(_ execution: ExecutionCore) -> [ExecutionCore]? {
    guard isEnabled else { return nil }
    let displaced =
      switch policy {
      case .latest: takeAll()
      case .dropToNewest: takeAllWaiting()
      case .exclusive, .concurrent, .queue: [ExecutionCore]()
      }
    execution.stage = .waiting
    executions.append(execution)
    firstWaiting = firstWaiting ?? execution
    return displaced
  }

  /// Removes an execution that is over, or is about to be cancelled.
  ///
  /// - Returns: Whether it was running.
  mutating func remove(_ execution: ExecutionCore) -> Bool {
    let wasRunning = execution.stage == .running
    // The list of a released command is empty.
    if wasRunning || execution.stage == .waiting, executions.count > 0 {
      if execution === firstWaiting { firstWaiting = execution.next }
      executions.remove(execution)
      if wasRunning { runningCount -= 1 }
    }
    execution.stage = .uncounted
    return wasRunning
  }

  /// Lets waiting executions run as far as the policy allows, and returns them.
  mutating func promote() -> [ExecutionCore] {
    var promoted: [ExecutionCore] = []
    while runningCount < policy.most, let next = firstWaiting {
      next.stage = .running
      runningCount += 1
      firstWaiting = next.next
      promoted.append(next)
    }
    return promoted
  }

  /// Returns all executions, the running ones first. The waiting ones are removed, so that none of them starts
  /// meanwhile.
  mutating func takeAll() -> [ExecutionCore] {
    defer { _ = takeAllWaiting() }
    return executions.all
  }

  private mutating func takeAllWaiting() -> [ExecutionCore] {
    var taken: [ExecutionCore] = []
    while let next = firstWaiting {
      _ = remove(next)
      taken.append(next)
    }
    return taken
  }

  /// Removes every execution, because the command is released. No execution starts afterwards.
  ///
  /// - Returns: The executions to cancel, and those that continue.
  mutating func close() -> (cancelled: [ExecutionCore], continuing: [ExecutionCore]) {
    let waiting = takeAllWaiting()
    let running = executions.all
    for execution in running { executions.remove(execution) }
    return policy == .latest ? (running + waiting, []) : (waiting, running)
  }
}
