import Rill
import StreamTesting
import Synchronization
import Testing

/// One cell of the table in `Docs/Command.md`: what executing does under a policy in a state.
struct PolicyCell: Sendable, CustomTestStringConvertible {
  enum Given: String, Sendable, CaseIterable {
    case idle, disabled
    case executedOnce = "executed once"
    case executedTwice = "executed twice"

    var executions: Int {
      switch self {
      case .idle, .disabled: 0
      case .executedOnce: 1
      case .executedTwice: 2
      }
    }
  }

  enum Outcome: String, Sendable { case starts, waits, refused }

  let policy: ExecutionPolicy
  let given: Given
  let outcome: Outcome

  /// Which of the earlier executions are cancelled.
  var cancels: [Int] = []

  /// How many run, and whether the command is enabled, afterwards.
  let inFlight: Int
  let isEnabled: Bool

  var testDescription: String { "\(policy), \(given.rawValue): \(outcome.rawValue)" }

  private static func row(
    _ policy: ExecutionPolicy, idle: (Outcome, Int, Bool), once: (Outcome, [Int], Int, Bool),
    twice: (Outcome, [Int], Int, Bool)
  ) -> [PolicyCell] {
    [
      PolicyCell(policy: policy, given: .idle, outcome: idle.0, inFlight: idle.1, isEnabled: idle.2),
      PolicyCell(policy: policy, given: .disabled, outcome: .refused, inFlight: 0, isEnabled: false),
      PolicyCell(
        policy: policy, given: .executedOnce, outcome: once.0, cancels: once.1, inFlight: once.2, isEnabled: once.3),
      PolicyCell(
        policy: policy, given: .executedTwice, outcome: twice.0, cancels: twice.1, inFlight: twice.2,
        isEnabled: twice.3),
    ]
  }

  static let table: [PolicyCell] = [
    row(.exclusive, idle: (.starts, 1, false), once: (.refused, [], 1, false), twice: (.refused, [], 1, false)),
    row(.concurrent, idle: (.starts, 1, true), once: (.starts, [], 2, true), twice: (.starts, [], 3, true)),
    row(
      .concurrent(max: 2), idle: (.starts, 1, true), once: (.starts, [], 2, false), twice: (.refused, [], 2, false)),
    row(.queue, idle: (.starts, 1, true), once: (.waits, [], 1, true), twice: (.waits, [], 1, true)),
    row(.queue(limit: 1), idle: (.starts, 1, true), once: (.waits, [], 1, false), twice: (.refused, [], 1, false)),
    row(.latest, idle: (.starts, 1, true), once: (.starts, [0], 1, true), twice: (.starts, [0, 1], 1, true)),
    row(.dropToNewest, idle: (.starts, 1, true), once: (.waits, [], 1, true), twice: (.waits, [1], 1, true)),
  ].flatMap { $0 }
}

/// What becomes of running and waiting executions when one ends and when the command goes.
struct PolicyFate: Sendable, CustomTestStringConvertible {
  let policy: ExecutionPolicy
  /// The policy lets a second execution wait, and the end of the first starts it.
  let endStartsSecond: Bool
  /// Releasing the command cancels what runs.
  let releaseCancelsRunning: Bool

  var testDescription: String { "\(policy)" }

  static let table: [PolicyFate] = [
    PolicyFate(policy: .exclusive, endStartsSecond: false, releaseCancelsRunning: false),
    PolicyFate(policy: .concurrent, endStartsSecond: false, releaseCancelsRunning: false),
    PolicyFate(policy: .concurrent(max: 2), endStartsSecond: false, releaseCancelsRunning: false),
    PolicyFate(policy: .queue, endStartsSecond: true, releaseCancelsRunning: false),
    PolicyFate(policy: .queue(limit: 1), endStartsSecond: true, releaseCancelsRunning: false),
    PolicyFate(policy: .latest, endStartsSecond: false, releaseCancelsRunning: true),
    PolicyFate(policy: .dropToNewest, endStartsSecond: true, releaseCancelsRunning: false),
  ]
}

enum Telling: String, Sendable, CaseIterable { case atOnce, underVirtualTime }

@Suite struct ExecutionPolicyTests {
  private let work = Work()

  private func command(
    _ policy: ExecutionPolicy, enabledIf condition: Bool = true, on scheduler: any Scheduler = .immediate
  ) -> Command<Int, Int, Trouble> {
    Command(enabledIf: Signal.just(condition), policy: policy, on: scheduler) { [work] _ in work.signal() }
  }

  @Test(arguments: PolicyCell.table, Telling.allCases)
  func executing(_ cell: PolicyCell, _ telling: Telling) {
    let time = TestScheduler()
    let scheduler: any Scheduler = telling == .atOnce ? ImmediateScheduler() : time
    let command = command(cell.policy, enabledIf: cell.given != .disabled, on: scheduler)
    let earlier = cell.given.executions
    let enabled = Log<Bool>()
    let inFlight = Log<Int>()
    command.enabled.subscribe { enabled.add($0) }
    command.executionsInFlight.subscribe { inFlight.add($0) }
    let executions = (0..<earlier).map { command.execute($0) }
    let startedBefore = work.count

    let execution = command.execute(99)

    switch cell.outcome {
    case .starts:
      #expect(work.count == startedBefore + 1)
      #expect(execution.isActive)
    case .waits:
      #expect(work.count == startedBefore)
      #expect(execution.isActive)
    case .refused:
      #expect(work.count == startedBefore)
      #expect(execution.ending == .some(.notEnabled))
    }
    #expect(executions.indices.filter { executions[$0].ending == .some(.cancelled) } == cell.cancels)
    #expect(command.inFlightCount == cell.inFlight)
    #expect(command.isExecuting == (cell.inFlight > 0))
    #expect(command.isEnabled == cell.isEnabled)
    // What observers are told last is what is true.
    time.run()
    #expect(enabled.all.last == cell.isEnabled)
    #expect(inFlight.all.last == cell.inFlight)
    command.cancelAll()
    #expect(command.inFlightCount == 0)
  }

  @Test(arguments: PolicyFate.table, Telling.allCases)
  func anEndMakesRoom(_ fate: PolicyFate, _ telling: Telling) {
    let time = TestScheduler()
    let command = command(fate.policy, on: telling == .atOnce ? ImmediateScheduler() : time)
    let executing = Log<Bool>()
    command.executing.subscribe { executing.add($0) }
    command.execute(0)
    let second = command.execute(1)
    let started = work.count
    work[0].complete()
    #expect(work.count == (fate.endStartsSecond ? started + 1 : started))
    if second.isActive { work[work.count - 1].complete() }
    time.run()
    #expect(!command.isExecuting)
    #expect(command.isEnabled)
    // From one that ends to the one that had waited for it there is no gap.
    #expect(executing.all == [false, true, false])
  }

  @Test(arguments: PolicyFate.table)
  func releasingTheCommand(_ fate: PolicyFate) {
    var made: Command<Int, Int, Trouble>? = command(fate.policy)
    let running = made!.execute(0)
    let waiting = fate.endStartsSecond ? made!.execute(1) : nil
    made = nil
    #expect(running.ending == (fate.releaseCancelsRunning ? .some(.cancelled) : nil))
    if let waiting { #expect(waiting.ending == .some(.cancelled)) }
    #expect(work[0].isActive == !fate.releaseCancelsRunning)
    work[0].send(7)
    work[0].complete()
    if !fate.releaseCancelsRunning { #expect(running.ending == .some(nil)) }
    #expect(work.count == 1)
  }

  @Test func aCancelledExecutionThatWaitsNeverStarts() {
    let command = command(.queue(limit: 1))
    command.execute(0)
    let waiting = command.execute(1)
    #expect(!command.isEnabled)
    waiting.cancel()
    #expect(command.isEnabled)
    work[0].complete()
    #expect(work.count == 1)
    #expect(!command.isExecuting)
  }

  @Test func waitingExecutionsStartInOrder() {
    let inputs = Log<Int>()
    let works = work
    let command = Command<Int, Int, Trouble>(policy: .queue, on: .immediate) { input in
      inputs.add(input)
      return works.signal()
    }
    for input in 0..<5 { command.execute(input) }
    for index in 0..<5 { work[index].complete() }
    #expect(inputs.all == [0, 1, 2, 3, 4])
  }

  @Test func theOldWorkIsTornDownBeforeTheNewBegins() {
    let log = Log<String>()
    let command = Command<Int, Int, Trouble>(policy: .latest, on: .immediate) { input in
      Signal { _ in
        log.add("begins \(input)")
        return Disposable { log.add("torn down \(input)") }
      }
    }
    command.execute(0)
    command.execute(1)
    #expect(log.all == ["begins 0", "torn down 0", "begins 1"])
    command.cancelAll()
  }

  @Test func aQueueOfAHundredThousandSynchronousExecutionsNeedsNoStack() {
    let count = withSmallStack {
      let ran = Atomic(0)
      let gate = Subject<Int, Trouble>()
      let command = Command<Int, Int, Trouble>(policy: .queue, on: .immediate) { input in
        ran.add(1, ordering: .relaxed)
        return input == 0 ? gate.signal : .just(input)
      }
      for input in 0..<100_000 { command.execute(input) }
      gate.complete()
      return ran.load(ordering: .relaxed)
    }
    #expect(count == 100_000)
  }

  @Test func b112_concurrencyCanBeSetAndObserved_andReEnablesAtOnce() {
    let command = command(.exclusive)
    let allowed = Log<Bool>()
    let enabled = Log<Bool>()
    command.policies.map(\.allowsConcurrentExecution).subscribe { allowed.add($0) }
    command.enabled.subscribe { enabled.add($0) }
    command.execute(0)
    #expect(!command.isEnabled)
    command.allowsConcurrentExecution = true
    #expect(command.isEnabled)
    #expect(command.policy == .concurrent)
    command.execute(1)
    #expect(command.inFlightCount == 2)
    command.allowsConcurrentExecution = false
    #expect(!command.isEnabled)
    #expect(command.inFlightCount == 2)
    #expect(allowed.all == [false, true, false])
    #expect(enabled.all == [true, false, true, false])
    command.cancelAll()
  }

  @Test func settingThePolicyStartsWhatFindsRoomNow() {
    let command = command(.queue)
    for input in 0..<4 { command.execute(input) }
    #expect(work.count == 1)
    command.policy = .concurrent(max: 3)
    #expect(work.count == 3)
    command.policy = .exclusive
    #expect(command.inFlightCount == 3)
    for index in 0..<3 { work[index].complete() }
    #expect(work.count == 4)
    #expect(command.inFlightCount == 1)
    work[3].complete()
    #expect(command.isEnabled)
  }

  @Test func cancelAllCancelsWhatRunsAndWhatWaits() {
    let command = command(.queue)
    let executions = (0..<3).map { command.execute($0) }
    command.cancelAll()
    #expect(executions.allSatisfy { $0.ending == .some(.cancelled) })
    #expect(work.count == 1)
    #expect(!work[0].isActive)
    #expect(command.isEnabled && !command.isExecuting)
  }

  @Test func impossiblePoliciesTrap() async {
    await #expect(processExitsWith: .failure) {
      _ = Command<Int, Int, Never>(policy: .concurrent(max: 0)) { .just($0) }
    }
    await #expect(processExitsWith: .failure) {
      _ = Command<Int, Int, Never>(policy: .queue(limit: -1)) { .just($0) }
    }
  }
}

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
  func workThatGoesOn(_ policy: ExecutionPolicy, started: Int, active: Int, refused: Int) {
    let command = Command<Int, Int, Trouble>(policy: policy, on: .immediate) { [work] _ in work.signal() }
    let executions = Log<Execution<Int, Trouble>>()
    onEightThreads { _ in for _ in 0..<125 { executions.add(command.execute(0)) } }
    #expect(work.count == started)
    #expect(command.inFlightCount == started)
    #expect(executions.all.count { $0.isActive } == active)
    #expect(executions.all.count { $0.ending == .some(.notEnabled) } == refused)
    #expect(executions.all.count { $0.ending == .some(.cancelled) } == 1000 - active - refused)
    command.cancelAll()
    #expect(command.inFlightCount == 0)
    #expect(executions.all.allSatisfy { !$0.isActive })
  }

  /// Every cell of the table, with 200 calls at once instead of one.
  @Test(arguments: PolicyCell.table)
  func everyCell(_ cell: PolicyCell) {
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
    case _ where cell.given == .disabled: #expect((accepted, command.inFlightCount) == (0, 0))
    case .exclusive: #expect((accepted, cancelled, command.inFlightCount) == (1, 0, 1))
    case .concurrent(let max):
      #expect((accepted, cancelled) == (min(max ?? .max, 200 + cell.given.executions), 0))
      #expect(command.inFlightCount == accepted)
    case .queue(let limit):
      #expect((accepted, cancelled) == (limit.map { 1 + $0 } ?? 200 + cell.given.executions, 0))
      #expect(command.inFlightCount == 1)
    case .latest: #expect((refused, cancelled, command.inFlightCount) == (0, accepted - 1, 1))
    case .dropToNewest: #expect((refused, cancelled, command.inFlightCount) == (0, accepted - 2, 1))
    }
    #expect(all.count { $0.isActive } == accepted - cancelled)
    #expect(enabled.all.last == command.isEnabled)
    command.cancelAll()
    #expect(command.inFlightCount == 0)
  }

  /// Who comes and goes while eight threads execute hears changes only, one after the other, and the truth if it stays.
  @Test func observersThatComeAndGoMeanwhile() {
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
    for log in logs.all {
      #expect(!log.all.isEmpty)
      #expect(zip(log.all, log.all.dropFirst()).allSatisfy { $0 != $1 })
    }
    #expect(logs.all.count { $0.all.last == false } >= 100)
  }

  @Test func latestLeavesExactlyOne() {
    let command = Command<Int, Int, Trouble>(policy: .latest, on: .immediate) { [work] _ in work.signal() }
    let executions = Log<Execution<Int, Trouble>>()
    onEightThreads { _ in for _ in 0..<125 { executions.add(command.execute(0)) } }
    #expect(executions.all.count { $0.isActive } == 1)
    #expect(executions.all.count { $0.ending == .some(.cancelled) } == 999)
    #expect((0..<work.count).count { work[$0].isActive } == 1)
    #expect(command.inFlightCount == 1)
    command.cancelAll()
  }

  /// Of executions whose work ends at once: no more run side by side than may, and each is either run or refused.
  @Test(arguments: [
    ExecutionPolicy.exclusive, .concurrent(max: 3), .concurrent, .queue, .queue(limit: 5), .latest, .dropToNewest,
  ])
  func workThatEndsAtOnce(_ policy: ExecutionPolicy) {
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
    #expect(all.allSatisfy { !$0.isActive })
    let completed = all.count { $0.ending == .some(nil) }
    #expect(completions.load(ordering: .relaxed) == completed)
    #expect(values.load(ordering: .relaxed) >= completed)
    switch policy {
    case .concurrent(nil), .queue(nil): #expect(completed == 1000)
    case .exclusive, .concurrent, .queue:
      #expect(completed + all.count { $0.ending == .some(.notEnabled) } == 1000)
    case .latest, .dropToNewest: #expect(completed + all.count { $0.ending == .some(.cancelled) } == 1000)
    }
    // Work that is displaced while it sends goes on to the end of its synchronous part.
    if policy != .latest {
      #expect(most.load(ordering: .relaxed) <= (policy == .concurrent ? 8 : policy == .concurrent(max: 3) ? 3 : 1))
    }
    // Observers hear every change once, and the truth last.
    #expect(zip(executing.all, executing.all.dropFirst()).allSatisfy { $0 != $1 })
    #expect(zip(enabled.all, enabled.all.dropFirst()).allSatisfy { $0 != $1 })
    #expect(executing.all.last == false)
    #expect(enabled.all.last == true)
    #expect(command.inFlightCount == 0)
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
