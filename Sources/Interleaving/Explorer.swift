/// Runs a program once for each schedule.
struct Explorer {
  private let search: Search
  private let limits: Limits
  private let body: (Program) -> Void
  private static let crew = Crew()

  /// Held by the running exploration.
  private static let turn = RealLock()

  /// Guarded by: turn.
  nonisolated(unsafe) private static var executionCount: UInt64 = 0

  init(_ search: Search, _ limits: Limits, _ body: @escaping (Program) -> Void) {
    (self.search, self.limits, self.body) = (search, limits, body)
  }

  private func execute(_ strategy: any Strategy, _ limits: Limits, isRecording: Bool = false) -> Execution {
    Self.executionCount += 1
    let execution = Execution(Self.executionCount, strategy, limits, Self.crew, isRecording: isRecording)
    strategy.begin()
    execution.run(body)
    return execution
  }

  func run() throws(InterleavingFailure) -> Exploration {
    precondition(
      LogicalThread.current == nil,
      "`explore` was called inside an exploration. Call it outside, once for each program.")
    Self.turn.lock()
    defer { Self.turn.unlock() }
    // The process's lazily created objects are created before the first schedule.
    var warmUp = limits
    warmUp.findsLeaks = false
    _ = execute(Replay(Schedule([:])), warmUp)

    var found = Exploration()
    let start = ContinuousClock.now
    let strategy: any Strategy =
      switch search.kind {
      case .all(let preemptions): DepthFirst(preemptions: preemptions, weakness: limits.weakness)
      case .random(let rounds, let seed): RandomWalk(rounds: rounds, seed: seed)
      case .priorities(let rounds, let depth, let seed): PrioritiesAtRandom(rounds: rounds, depth: depth, seed: seed)
      case .replay(let schedule): Replay(schedule)
      }
    repeat {
      let execution = execute(strategy, limits)
      if let fault = execution.failure, !isMadeOnce(fault, execution.schedule) {
        throw shorten(fault, execution.schedule, found.schedules + 1)
      }
      if execution.isPruned { found.pruned += 1 } else { found.schedules += 1 }
      found.longest = max(found.longest, execution.steps)
      found.isComplete = !strategy.advance(after: execution.steps)
      if let search = strategy as? DepthFirst, !search.isDeterministic {
        throw shorten(.chance, execution.schedule, found.schedules + found.pruned)
      }
    } while !found.isComplete && found.schedules + found.pruned < limits.schedules
    found.duration = start.duration(to: .now)
    return found
  }

  /// Whether an apparent leak is an object that is created once per process, and so does not appear again.
  private func isMadeOnce(_ fault: Fault, _ schedule: Schedule) -> Bool {
    guard case .leak = fault else { return false }
    return execute(Replay(schedule), limits).failure == nil
  }

  /// Removes choices as long as the rest still fails, and runs the shortest schedule once more to record the table.
  private func shorten(_ fault: Fault, _ schedule: Schedule, _ explored: Int) -> InterleavingFailure {
    var (fault, shortest) = (fault, schedule)
    var isShorter = fault != .chance
    while isShorter {
      isShorter = false
      for decision in shortest.choices.keys.sorted(by: >) {
        var candidate = shortest
        candidate.choices[decision] = nil
        let execution = execute(Replay(candidate), limits)
        guard let found = execution.failure, found.isLike(fault) else { continue }
        guard execution.schedule.choices.count < shortest.choices.count else { continue }
        (fault, shortest, isShorter) = (found, execution.schedule, true)
        break
      }
    }
    let last = execute(Replay(shortest), limits, isRecording: true)
    return InterleavingFailure(
      fault: last.failure ?? fault, schedule: shortest, explored: explored, table: table(of: last.events))
  }
}
