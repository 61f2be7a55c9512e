import StreamCore

/// What is true about a command: who runs, who waits, and who may. It decides, and tells nobody.
struct CommandState {
  var policy: ExecutionPolicy
  var conditionHolds = true
  private(set) var running: [ExecutionCore] = []

  /// Those that wait, and some that have been cancelled meanwhile.
  private var waiting = Queue<ExecutionCore>()
  private var waitingCount = 0

  init(_ policy: ExecutionPolicy) { self.policy = policy }

  var isEnabled: Bool { conditionHolds && policy.accepts(beside: running.count, waiting: waitingCount) }

  /// What is true, for observers.
  var snapshot: Snapshot { (running.count, isEnabled, policy) }

  /// Lets an execution wait, for which there may be room already.
  ///
  /// - Returns: the others that have to be cancelled; `nil` if it is refused.
  mutating func accept(_ execution: ExecutionCore) -> [ExecutionCore]? {
    guard isEnabled else { return nil }
    let displaced =
      switch policy {
      case .latest: running + takeWaiting()
      case .dropToNewest: takeWaiting()
      case .exclusive, .concurrent, .queue: [ExecutionCore]()
      }
    execution.stage = .waiting
    waiting.append(execution)
    waitingCount += 1
    return displaced
  }

  /// Takes out one that is over.
  ///
  /// - Returns: whether it was running.
  mutating func remove(_ execution: ExecutionCore) -> Bool {
    defer { execution.stage = .uncounted }
    switch execution.stage {
    case .running: if let index = running.firstIndex(where: { $0 === execution }) { running.remove(at: index) }
    case .waiting:
      waitingCount -= 1
      if waitingCount == 0 { waiting = Queue() }
    case .uncounted, .settled: break
    }
    return execution.stage == .running
  }

  /// Those that wait and find room now; they run from here on.
  mutating func promote() -> [ExecutionCore] {
    var promoted: [ExecutionCore] = []
    while running.count < policy.most, let next = takeNext(.running) {
      running.append(next)
      promoted.append(next)
    }
    return promoted
  }

  /// Takes out all that wait.
  mutating func takeWaiting() -> [ExecutionCore] {
    var taken: [ExecutionCore] = []
    while let next = takeNext(.uncounted) { taken.append(next) }
    return taken
  }

  /// Takes out the one that has waited longest, for another stage.
  private mutating func takeNext(_ stage: ExecutionCore.Stage) -> ExecutionCore? {
    while let next = waiting.popFirst() {
      guard next.stage == .waiting else { continue }
      waitingCount -= 1
      next.stage = stage
      return next
    }
    return nil
  }

  /// Forgets everyone, since the command is gone.
  ///
  /// - Returns: those that have to be cancelled, and those that go on.
  mutating func close() -> (cancelled: [ExecutionCore], goingOn: [ExecutionCore]) {
    defer { running = [] }
    return policy == .latest ? (running + takeWaiting(), []) : (takeWaiting(), running)
  }
}
