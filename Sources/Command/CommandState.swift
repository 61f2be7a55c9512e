import StreamCore

/// The state of a command: which executions run, which wait, and which may start. It makes the decisions and notifies
/// no observer.
struct CommandState {
  var policy: ExecutionPolicy
  var conditionHolds = true

  /// The state that observers know. Changes are announced from the end of the command's `init`, when this is set.
  var properties: CommandProperties?

  private var running = ExecutionList()
  private var waiting = ExecutionList()

  init(_ policy: ExecutionPolicy) { self.policy = policy }

  var isEnabled: Bool { conditionHolds && policy.accepts(beside: running.count, waiting: waiting.count) }

  var facts: CommandFacts {
    CommandFacts(executionsInFlight: running.count, isEnabled: isEnabled, policy: policy)
  }

  /// Adds an execution to the waiting ones; it may be allowed to run already.
  ///
  /// - Returns: The executions to cancel; `nil` if the new one is refused.
  mutating func accept(_ execution: ExecutionCore) -> [ExecutionCore]? {
    guard isEnabled else { return nil }
    let displaced =
      switch policy {
      case .latest: takeAllWaiting(after: running.all)
      case .dropToNewest: takeAllWaiting()
      case .exclusive, .concurrent, .queue: [ExecutionCore]()
      }
    execution.stage = .waiting
    waiting.append(execution)
    return displaced
  }

  /// Removes an execution that is over.
  ///
  /// - Returns: Whether it was running.
  mutating func remove(_ execution: ExecutionCore) -> Bool {
    defer { execution.stage = .uncounted }
    switch execution.stage {
    case .running: running.remove(execution)
    case .waiting: waiting.remove(execution)
    case .uncounted, .settled: break
    }
    return execution.stage == .running
  }

  /// Moves waiting executions to the running ones as far as the policy allows, and returns them.
  mutating func promote() -> [ExecutionCore] {
    var promoted: [ExecutionCore] = []
    while running.count < policy.most, let next = waiting.popFirst() {
      next.stage = .running
      running.append(next)
      promoted.append(next)
    }
    return promoted
  }

  /// Returns all executions, the running ones first. The waiting ones are removed, so that none of them starts
  /// meanwhile.
  mutating func takeAll() -> [ExecutionCore] { takeAllWaiting(after: running.all) }

  private mutating func takeAllWaiting(after others: [ExecutionCore] = []) -> [ExecutionCore] {
    var taken = others
    while let next = waiting.popFirst() {
      next.stage = .uncounted
      taken.append(next)
    }
    return taken
  }

  /// Removes every execution, because the command is released.
  ///
  /// - Returns: The executions to cancel, and those that continue.
  mutating func close() -> (cancelled: [ExecutionCore], continuing: [ExecutionCore]) {
    let cancelled = takeAllWaiting(after: policy == .latest ? running.all : [])
    var continuing: [ExecutionCore] = []
    while let next = running.popFirst() { continuing.append(next) }
    return (cancelled, continuing)
  }
}
