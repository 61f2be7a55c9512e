import StreamCore

/// What is true about a command: who runs, who waits, and who may. It decides, and tells nobody.
struct CommandState {
  var policy: ExecutionPolicy
  var conditionHolds = true
  private var running = ExecutionList()
  private var waiting = ExecutionList()

  init(_ policy: ExecutionPolicy) { self.policy = policy }

  var isEnabled: Bool { conditionHolds && policy.accepts(beside: running.count, waiting: waiting.count) }

  /// What is true, for observers.
  var snapshot: Snapshot { (running.count, isEnabled, policy) }

  /// Lets an execution wait, for which there may be room already.
  ///
  /// - Returns: the others that have to be cancelled; `nil` if it is refused.
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

  /// Takes out one that is over.
  ///
  /// - Returns: whether it was running.
  mutating func remove(_ execution: ExecutionCore) -> Bool {
    defer { execution.stage = .uncounted }
    switch execution.stage {
    case .running: running.remove(execution)
    case .waiting: waiting.remove(execution)
    case .uncounted, .settled: break
    }
    return execution.stage == .running
  }

  /// Those that wait and find room now; they run from here on.
  mutating func promote() -> [ExecutionCore] {
    var promoted: [ExecutionCore] = []
    while running.count < policy.most, let next = waiting.popFirst() {
      next.stage = .running
      running.append(next)
      promoted.append(next)
    }
    return promoted
  }

  /// All executions, those that run first. Those that wait are taken out, so that none of them starts meanwhile.
  mutating func takeAll() -> [ExecutionCore] { takeAllWaiting(after: running.all) }

  private mutating func takeAllWaiting(after others: [ExecutionCore] = []) -> [ExecutionCore] {
    var taken = others
    while let next = waiting.popFirst() {
      next.stage = .uncounted
      taken.append(next)
    }
    return taken
  }

  /// Forgets every execution, since the command is gone.
  ///
  /// - Returns: those that have to be cancelled, and those that go on.
  mutating func close() -> (cancelled: [ExecutionCore], goingOn: [ExecutionCore]) {
    defer { running = ExecutionList() }
    return policy == .latest ? (takeAll(), []) : (takeAllWaiting(), running.all)
  }
}
