import Rill
import StreamTesting
import Synchronization
import TestSupport
import Testing

/// One cell of the table in `Docs/Reference/Policies.md`: the effect of an execution under a policy, in a state.
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

/// The fate of running and waiting executions when one ends, and when the command is released.
struct PolicyFate: Sendable, CustomTestStringConvertible {
  let policy: ExecutionPolicy
  /// The policy lets a second execution wait, and the end of the first starts it.
  let endStartsSecond: Bool
  /// Releasing the command cancels running executions.
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
    #expect(command.runningCount == cell.inFlight)
    #expect(command.isExecuting == (cell.inFlight > 0))
    #expect(command.isEnabled == cell.isEnabled)
    // The last notification is the state.
    time.run()
    #expect(enabled.all.last == cell.isEnabled)
    #expect(inFlight.all.last == cell.inFlight)
    command.cancelAll()
    #expect(command.runningCount == 0)
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

  @Test(.long) func aQueueOfAHundredThousandSynchronousExecutionsNeedsNoStack() {
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

  /// The oldest first, the newest first, and from the middle. A walk along those that wait for each would take minutes.
  @Test(.long, arguments: [1, 99_999, 50_001])
  func aHundredThousandThatWaitAreCancelledOneByOneInLinearTime(_ step: Int) {
    let command = command(.queue)
    command.execute(0)
    let waiting = (0..<100_000).map { command.execute($0) }
    for index in waiting.indices { waiting[index * step % 100_000].cancel() }
    #expect(waiting.allSatisfy { !$0.isActive })
    work[0].complete()
    #expect(work.count == 1 && command.isEnabled && !command.isExecuting)
  }

  @Test func concurrencyCanBeSetAndObserved_andReEnablesImmediately() {
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
    #expect(command.executionsInFlight.value == 2)
    command.allowsConcurrentExecution = false
    #expect(!command.isEnabled)
    #expect(command.executionsInFlight.value == 2)
    #expect(allowed.all == [false, true, false])
    #expect(enabled.all == [true, false, true, false])
    command.cancelAll()
  }

  @Test func aPolicyWithMoreCapacityStartsQueuedExecutions() {
    let command = command(.queue)
    for input in 0..<4 { command.execute(input) }
    #expect(work.count == 1)
    command.policy = .concurrent(max: 3)
    #expect(work.count == 3)
    command.policy = .exclusive
    #expect(command.executionsInFlight.value == 3)
    for index in 0..<3 { work[index].complete() }
    #expect(work.count == 4)
    #expect(command.executionsInFlight.value == 1)
    work[3].complete()
    #expect(command.isEnabled)
  }

  @Test func cancelAllCancelsRunningAndQueuedExecutions() {
    let command = command(.queue)
    let executions = (0..<3).map { command.execute($0) }
    command.cancelAll()
    #expect(executions.allSatisfy { $0.ending == .some(.cancelled) })
    #expect(work.count == 1)
    #expect(!work[0].isActive)
    #expect(command.isEnabled && !command.isExecuting)
  }

  @Test func aQueueWithoutRoomIsExclusive() {
    let command = command(.queue(limit: 0))
    command.execute(0)
    #expect(!command.isEnabled && command.isExecuting)
    work[0].complete()
    #expect(command.isEnabled && work.count == 1)
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
