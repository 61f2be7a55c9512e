import StreamCore

/// What is true about a command: who runs, who waits, and who may. It decides, and tells nobody.
struct CommandState {
  /// What becomes of an execution that was asked for.
  enum Answer {
    case refused
    /// It runs; the others have to be cancelled.
    case starts(insteadOf: [Run])
    /// It waits; the others have to be cancelled.
    case waits(insteadOf: [Run])
  }

  var policy: ExecutionPolicy
  var conditionHolds = true
  private(set) var running: [Run] = []

  /// Those that wait, and some that have been cancelled meanwhile.
  private var waiting = Queue<Run>()
  private var waitingCount = 0

  init(_ policy: ExecutionPolicy) { self.policy = policy }

  var isEnabled: Bool { conditionHolds && policy.accepts(beside: running.count, waiting: waitingCount) }

  /// The state as it is told to observers.
  var snapshot: Snapshot {
    Snapshot(inFlight: running.count, isEnabled: isEnabled, policy: policy)
  }

  mutating func accept(_ run: Run) -> Answer {
    guard isEnabled else { return .refused }
    switch policy {
    case .latest:
      let displaced = running + takeWaiting()
      for other in running { other.stage = .over }
      running.removeAll()
      add(run)
      return .starts(insteadOf: displaced)
    case .exclusive, .concurrent, .queue, .dropToNewest:
      if running.count < policy.most {
        add(run)
        return .starts(insteadOf: [])
      }
      let displaced = policy == .dropToNewest ? takeWaiting() : []
      run.stage = .waiting
      waiting.append(run)
      waitingCount += 1
      return .waits(insteadOf: displaced)
    }
  }

  private mutating func add(_ run: Run) {
    run.stage = .running
    running.append(run)
  }

  /// Takes out one that is over.
  mutating func remove(_ run: Run) {
    switch run.stage {
    case .running: if let index = running.firstIndex(where: { $0 === run }) { running.remove(at: index) }
    case .waiting:
      waitingCount -= 1
      if waitingCount == 0 { waiting = Queue() }
    case .over: break
    }
    run.stage = .over
  }

  /// Those that wait and find room now; they run from here on.
  mutating func promote() -> [Run] {
    var promoted: [Run] = []
    while waitingCount > 0, running.count < policy.most, let next = waiting.popFirst() {
      guard next.stage == .waiting else { continue }
      waitingCount -= 1
      add(next)
      promoted.append(next)
    }
    return promoted
  }

  /// Takes out all that wait.
  mutating func takeWaiting() -> [Run] {
    var taken: [Run] = []
    while let next = waiting.popFirst() {
      guard next.stage == .waiting else { continue }
      next.stage = .over
      taken.append(next)
    }
    waitingCount = 0
    return taken
  }

  /// Forgets everyone, since the command is gone.
  ///
  /// - Returns: those that have to be cancelled, and those that go on.
  mutating func close() -> (cancelled: [Run], left: [Run]) {
    let waiting = takeWaiting()
    let running = self.running
    self.running = []
    for run in running { run.stage = .over }
    return policy == .latest ? (running + waiting, []) : (waiting, running)
  }
}
