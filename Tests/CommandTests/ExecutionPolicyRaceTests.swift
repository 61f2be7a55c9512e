import Rill
import StreamTesting
import Synchronization
import Testing

/// A thousand calls on eight threads.
@Suite struct ExecutionPolicyRaceTests {
  private let work = Work()

  /// Of executions whose work does not end by itself: how many start, how many are left, how many were refused.
  @Test(arguments: [
    (ExecutionPolicy.exclusive, started: 1, active: 1, refused: 999),
    (.concurrent(max: 3), started: 3, active: 3, refused: 997),
    (.concurrent, started: 1000, active: 1000, refused: 0),
    (.queue, started: 1, active: 1000, refused: 0),
    (.queue(limit: 5), started: 1, active: 6, refused: 994),
    (.dropToNewest, started: 1, active: 2, refused: 0),
  ])
  func workThatContinues(_ policy: ExecutionPolicy, started: Int, active: Int, refused: Int) {
    let command = Command<Int, Int, Trouble>(policy: policy, on: .immediate) { [work] _ in work.signal() }
    let executions = Log<Execution<Int, Trouble>>()
    onEightThreads { _ in for _ in 0..<125 { executions.add(command.execute(0)) } }
    #expect(work.count == started)
    #expect(command.runningCount == started)
    #expect(executions.all.count { $0.isActive } == active)
    #expect(executions.all.count { $0.ending == .some(.notEnabled) } == refused)
    #expect(executions.all.count { $0.ending == .some(.cancelled) } == 1000 - active - refused)
    command.cancelAll()
    #expect(command.runningCount == 0)
    #expect(executions.all.allSatisfy { !$0.isActive })
  }

  /// Every cell of the table, with 200 concurrent calls instead of one.
  @Test(arguments: PolicyCell.table)
  func everyCell(_ cell: PolicyCell) async {
    let command = Command<Int, Int, Trouble>(
      enabledIf: Signal.just(cell.given != .disabled), policy: cell.policy, on: .immediate
    ) { [work] _ in work.signal() }
    let enabled = Log<Bool>()
    command.enabled.subscribe { enabled.add($0) }
    let earlier = (0..<cell.given.executions).map { command.execute($0) }
    let executions = Log<Execution<Int, Trouble>>()
    onEightThreads { _ in for _ in 0..<25 { executions.add(command.execute(0)) } }

    let all = earlier + executions.all
    let refused = all.count { $0.ending == .some(.notEnabled) }
    let cancelled = all.count { $0.ending == .some(.cancelled) }
    let accepted = cell.given.executions + 200 - refused
    switch cell.policy {
    case _ where cell.given == .disabled: #expect((accepted, command.runningCount) == (0, 0))
    case .exclusive: #expect((accepted, cancelled, command.runningCount) == (1, 0, 1))
    case .concurrent(let max):
      #expect((accepted, cancelled) == (min(max ?? .max, 200 + cell.given.executions), 0))
      #expect(command.runningCount == accepted)
    case .queue(let limit):
      #expect((accepted, cancelled) == (limit.map { 1 + $0 } ?? 200 + cell.given.executions, 0))
      #expect(command.runningCount == 1)
    case .latest: #expect((refused, cancelled, command.runningCount) == (0, accepted - 1, 1))
    case .dropToNewest: #expect((refused, cancelled, command.runningCount) == (0, accepted - 2, 1))
    }
    #expect(all.count { $0.isActive } == accepted - cancelled)
    while enabled.all.last != command.isEnabled { await Task.yield() }
    command.cancelAll()
    #expect(command.runningCount == 0)
  }

  /// Observers that come and go during executions receive changes only, in order, and finally the state.
  @Test func observersThatComeAndGoMeanwhile() async {
    let command = Command<Int, Int, Trouble>(policy: .concurrent(max: 2), on: .immediate) { .just($0) }
    let logs = Log<Log<Bool>>()
    onEightThreads { thread in
      for round in 0..<50 {
        if thread % 2 == 0 {
          command.execute(round)
        } else {
          let log = Log<Bool>()
          logs.add(log)
          let subscription = command.executing.subscribe { log.add($0) }
          if round % 2 == 0 { subscription.dispose() }
        }
      }
    }
    command.execute(0)
    // A queued notification may be delivered by another thread.
    while logs.all.count(where: { $0.all.last == false }) < 100 { await Task.yield() }
    for log in logs.all {
      #expect(!log.all.isEmpty)
      #expect(zip(log.all, log.all.dropFirst()).allSatisfy { $0 != $1 })
    }
  }

  @Test func latestLeavesExactlyOne() {
    let command = Command<Int, Int, Trouble>(policy: .latest, on: .immediate) { [work] _ in work.signal() }
    let executions = Log<Execution<Int, Trouble>>()
    onEightThreads { _ in for _ in 0..<125 { executions.add(command.execute(0)) } }
    #expect(executions.all.count { $0.isActive } == 1)
    #expect(executions.all.count { $0.ending == .some(.cancelled) } == 999)
    #expect((0..<work.count).count { work[$0].isActive } == 1)
    #expect(command.runningCount == 1)
    command.cancelAll()
  }

  /// Executions whose work ends synchronously stay within the limit, and each is either run or refused.
  @Test(arguments: [
    ExecutionPolicy.exclusive, .concurrent(max: 3), .concurrent, .queue, .queue(limit: 5), .latest, .dropToNewest,
  ])
  func workThatEndsSynchronously(_ policy: ExecutionPolicy) async {
    let side = Atomic(0)
    let most = Atomic(0)
    let command = Command<Int, Int, Trouble>(policy: policy, on: .immediate) { input in
      Signal { observer in
        most.max(side.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
        observer.send(input)
        side.subtract(1, ordering: .relaxed)
        observer.complete()
      }
    }
    let executions = Log<Execution<Int, Trouble>>()
    let executing = Log<Bool>()
    let enabled = Log<Bool>()
    let values = Atomic(0)
    let completions = Atomic(0)
    command.executing.subscribe { executing.add($0) }
    command.enabled.subscribe { enabled.add($0) }
    command.values.subscribe { _ in values.add(1, ordering: .relaxed) }
    command.completions.subscribe { completions.add(1, ordering: .relaxed) }
    onEightThreads { _ in for _ in 0..<125 { executions.add(command.execute(1)) } }

    let all = executions.all
    // A queued notification may be delivered by another thread.
    while executing.all.last != false || !all.allSatisfy({ $0.ending != nil }) { await Task.yield() }
    let completed = all.count { $0.ending == .some(nil) }
    while completions.load(ordering: .relaxed) < completed { await Task.yield() }
    #expect(completions.load(ordering: .relaxed) == completed)
    #expect(values.load(ordering: .relaxed) >= completed)
    switch policy {
    case .concurrent(nil), .queue(nil): #expect(completed == 1000)
    case .exclusive, .concurrent, .queue:
      #expect(completed + all.count { $0.ending == .some(.notEnabled) } == 1000)
    case .latest, .dropToNewest: #expect(completed + all.count { $0.ending == .some(.cancelled) } == 1000)
    }
    // Work that is displaced while it sends continues to the end of its synchronous part.
    if policy != .latest {
      #expect(most.load(ordering: .relaxed) <= (policy == .concurrent ? 8 : policy == .concurrent(max: 3) ? 3 : 1))
    }
    // Observers receive every change once, and the final state last.
    #expect(zip(executing.all, executing.all.dropFirst()).allSatisfy { $0 != $1 })
    #expect(zip(enabled.all, enabled.all.dropFirst()).allSatisfy { $0 != $1 })
    #expect(executing.all.last == false)
    #expect(enabled.all.last == true)
    #expect(command.runningCount == 0)
  }

  @Test func waitingForTheEndOnAnotherThreadAndExecutingAgainIsNeverRefused() {
    let command = Command<Int, Int, Trouble>(on: .immediate) { input in
      Signal { observer in
        onAnotherThread {
          observer.send(input)
          observer.complete()
        }
      }
    }
    let refused = Atomic(0)
    for round in 0..<200 {
      let execution = command.execute(round)
      waitForEnd(execution)
      if execution.ending == .some(.notEnabled) { refused.add(1, ordering: .relaxed) }
    }
    #expect(refused.load(ordering: .relaxed) == 0)
  }
}
