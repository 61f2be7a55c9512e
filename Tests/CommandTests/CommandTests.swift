import Rill
import StreamCore
import Synchronization
import Testing

@MainActor @Suite struct CommandTests {
  private nonisolated let work = Work()

  private func makeCommand(_ policy: ExecutionPolicy = .exclusive) -> Command<Int, Int, Trouble> {
    Command(policy: policy) { [work] _ in work.signal() }
  }

  @Test func defaultsAreEnabledAndIdle() {
    let command = makeCommand()
    #expect(command.isEnabled)
    #expect(!command.isExecuting)
    var enabled: [Bool] = []
    var executing: [Bool] = []
    var errors: [Trouble] = []
    command.enabled.subscribe { enabled.append($0) }
    command.executing.subscribe { executing.append($0) }
    command.errors.subscribe { errors.append($0) }
    #expect(enabled == [true])
    #expect(executing == [false])
    #expect(errors.isEmpty)
  }

  @Test func anExecutionSignalReplaysToALateSubscriber() {
    let command = makeCommand()
    var signals: [Signal<Int, Never>] = []
    command.executionSignals.subscribe { signals.append($0) }
    command.execute(0)
    work[0].send(1)
    work[0].send(2)
    work[0].complete()
    var heard: [Int] = []
    var hasCompleted = false
    signals[0].subscribe(next: { heard.append($0) }, completed: { hasCompleted = true })
    #expect(heard == [1, 2])
    #expect(hasCompleted)
  }

  @Test func executingWhileValuesCome_andOverAfterTheEnd() {
    let command = makeCommand()
    var seen: [String] = []
    command.execute(0).subscribe(
      next: { seen.append("\($0) executing \(command.isExecuting) enabled \(command.isEnabled)") }, failed: { _ in },
      completed: { seen.append("end executing \(command.isExecuting) enabled \(command.isEnabled)") })
    work[0].send(1)
    work[0].complete()
    #expect(seen == ["1 executing true enabled false", "end executing false enabled true"])
  }

  @Test func observersAreNotifiedBeforeTheWorkBegins_andOfItsEndAfterItsLastEvent() {
    var log: [String] = []
    let record = Lock<[String]>([])
    let command = Command { (_: Int) -> Signal<Int, Trouble> in
      record.withLock { $0.append("work begins") }
      return .just(1)
    }
    command.executing.subscribe { value in record.withLock { $0.append("executing \(value)") } }
    command.enabled.subscribe { value in record.withLock { $0.append("enabled \(value)") } }
    command.executionSignals.subscribe { _ in record.withLock { $0.append("execution") } }
    command.values.subscribe { value in record.withLock { $0.append("value \(value)") } }
    command.completions.subscribe { record.withLock { $0.append("completion") } }
    command.execute(0)
    log = record.withLock { $0 }
    #expect(
      log == [
        "executing false", "enabled true", "executing true", "enabled false", "execution", "work begins", "value 1",
        "completion", "executing false", "enabled true",
      ])
  }

  @Test func concurrentExecutionsKeepTheCommandEnabled_alsoFromInsideAnObserver() {
    let command = makeCommand(.concurrent)
    var nested = 0
    command.executionSignals.subscribe { [weak command] _ in
      if nested == 0 {
        nested += 1
        command?.execute(1)
      }
    }
    command.execute(0)
    #expect(work.started.load(ordering: .relaxed) == 2)
    #expect(command.isEnabled)
  }

  @Test func executingUntilAllHaveEnded_whereAnErrorIsAnEndAndAValueIsNot() {
    let command = makeCommand(.concurrent(max: 2))
    command.execute(0)
    command.execute(1)
    #expect(!command.isEnabled)
    work[0].send(1)
    #expect(command.isExecuting)
    work[0].fail(.some)
    #expect(command.isExecuting)
    #expect(command.isEnabled)
    work[1].complete()
    #expect(!command.isExecuting)
  }

  @Test func anErrorIsAFailureOfTheExecutionAndAValueOfErrors() {
    let command = makeCommand()
    var failures: [CommandError<Trouble>] = []
    var errors: [Trouble] = []
    var innerEnds = 0
    var successes = 0
    command.errors.subscribe { errors.append($0) }
    command.executionSignals.subscribe { $0.subscribe(next: { _ in }, completed: { innerEnds += 1 }) }
    command.completions.subscribe { successes += 1 }
    command.execute(0).subscribe(next: { _ in }, failed: { failures.append($0) })
    work[0].fail(.some)
    #expect(failures == [.failed(.some)])
    #expect(errors == [.some])
    #expect(innerEnds == 1)
    #expect(successes == 0)
  }

  @Test func errorsOfEarlierExecutionsAreDelivered() {
    let command = makeCommand(.concurrent)
    command.execute(0)
    command.execute(1)
    var errors: [Trouble] = []
    command.errors.subscribe { errors.append($0) }
    work[1].fail(.other)
    work[0].fail(.some)
    #expect(errors == [.other, .some])
  }

  @Test func executingADisabledCommandIsRefusedThroughTheExecution() {
    let command = Command(enabledIf: Signal.just(false)) { [work] (_: Int) in work.signal() }
    var failures: [CommandError<Trouble>] = []
    var errors: [Trouble] = []
    command.errors.subscribe { errors.append($0) }
    command.execute(0).subscribe(next: { _ in }, failed: { failures.append($0) })
    #expect(failures == [.notEnabled])
    #expect(errors.isEmpty)
    #expect(work.started.load(ordering: .relaxed) == 0)
  }

  @Test func beforeItsFirstValueTheConditionHolds_andItsCompletionLeavesTheLast() {
    let condition = Subject<Bool, Never>()
    let command = Command(enabledIf: condition) { [work] (_: Int) in work.signal() }
    #expect(command.isEnabled)
    condition.send(false)
    #expect(!command.isEnabled)
    condition.complete()
    #expect(!command.isEnabled)
    #expect(command.execute(0).ending == .some(.notEnabled))
  }

  /// Departure: later values count immediately, too. The original counted them one turn of the main queue later.
  @Test func aChangeOfTheConditionTakesEffectImmediately() {
    let condition = Subject<Bool, Never>()
    let command = Command(enabledIf: merge(Signal.just(false), condition)) { [work] (_: Int) in work.signal() }
    #expect(!command.isEnabled)
    var enabled: [Bool] = []
    command.enabled.subscribe { enabled.append($0) }
    condition.send(true)
    #expect(command.isEnabled)
    condition.complete()
    #expect(command.isEnabled)
    #expect(enabled == [false, true])
  }

  @Test func releasingTheCommandCompletesItsStreams() {
    let condition = Subject<Bool, Never>()
    var ends: [String] = []
    var command: Command<Int, Int, Trouble>? = Command(enabledIf: condition) { [work] _ in work.signal() }
    weak let weakCommand = command
    command?.enabled.subscribe(next: { _ in }, completed: { ends.append("enabled") })
    command?.executing.subscribe(next: { _ in }, completed: { ends.append("executing") })
    command?.executionSignals.subscribe(next: { _ in }, completed: { ends.append("executionSignals") })
    command?.errors.subscribe(next: { _ in }, completed: { ends.append("errors") })
    command = nil
    #expect(weakCommand == nil)
    #expect(ends.sorted() == ["enabled", "errors", "executing", "executionSignals"])
  }

  /// The last reference dies elsewhere; the ends arrive on the main actor all the same.
  @Test func releasedOnAnotherThread() async {
    let ends = Log<String>()
    let place = Log<Command<Int, Int, Trouble>>()
    place.add(makeCommand())
    await withCheckedContinuation { done in
      listen(to: place.all[0]) { end in
        ends.add(end)
        if ends.all.count == 4 { done.resume() }
      }
      onAnotherThread { place.clear() }
    }
    #expect(ends.all.sorted() == ["enabled", "errors", "executing", "executionSignals"])
  }

  /// Plain handlers, which belong to no actor.
  private nonisolated func listen(to command: Command<Int, Int, Trouble>, _ ended: @escaping @Sendable (String) -> Void)
  {
    let ended: @Sendable (String) -> Void = { name in
      MainActor.assertIsolated()
      ended(name)
    }
    command.enabled.subscribe(next: { _ in }, completed: { ended("enabled") })
    command.executing.subscribe(next: { _ in }, completed: { ended("executing") })
    command.executionSignals.subscribe(next: { _ in }, completed: { ended("executionSignals") })
    command.errors.subscribe(next: { _ in }, completed: { ended("errors") })
  }

  @Test func executionsInFlightAreCounted_theNumberOfTheMomentFirst() {
    let command = makeCommand(.concurrent)
    var counts: [Int] = []
    command.execute(0)
    command.executionsInFlight.subscribe { counts.append($0) }
    command.execute(1)
    work[0].send(1)
    #expect(command.executionsInFlight.value == 2)
    work[0].complete()
    work[1].fail(.some)
    #expect(counts == [1, 2, 1, 0])
  }

  @Test func aSecondExecutionIsRefusedWhileOneRuns() {
    let command = makeCommand()
    var failures: [CommandError<Trouble>] = []
    command.execute(0)
    command.execute(1).subscribe(next: { _ in }, failed: { failures.append($0) })
    #expect(failures == [.notEnabled])
    #expect(work.started.load(ordering: .relaxed) == 1)
  }

  @Test nonisolated func ofManySimultaneousCallsExactlyOneStarts() async {
    let command = Command<Int, Int, Trouble> { [work] _ in work.signal() }
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<125 { command.execute(0) } }
      }
    }
    #expect(work.started.load(ordering: .relaxed) == 1)
    #expect(command.isExecuting)
  }

  @Test func cancellingStopsTheWorkAndIsNeitherSuccessNorError() {
    let command = makeCommand()
    var failures: [CommandError<Trouble>] = []
    var errors: [Trouble] = []
    var successes = 0
    command.errors.subscribe { errors.append($0) }
    command.completions.subscribe { successes += 1 }
    let execution = command.execute(0)
    execution.subscribe(next: { _ in }, failed: { failures.append($0) })
    execution.cancel()
    execution.cancel()
    #expect(!work[0].isActive)
    #expect(failures == [.cancelled])
    #expect(errors.isEmpty && successes == 0)
    #expect(!command.isExecuting)
    #expect(command.isEnabled)
  }

  @Test func asynchronousWorkSendsItsResultOrItsError() async {
    let command = Command(policy: .concurrent) { (number: Int) async throws(Trouble) -> Int in
      if number < 0 { throw .some }
      return number * 2
    }
    #expect(await end(of: command.execute(21)) == [.next(42), .completed])
    #expect(await end(of: command.execute(-1)) == [.failed(.failed(.some))])
  }

  @Test func cancellingCancelsTheTaskOfAsynchronousWork() async {
    let began = Log<CheckedContinuation<Void, Never>>()
    let command = Command { (_: Int) async throws(Trouble) -> Int in
      // Waits until its task is cancelled.
      await withTaskCancellationHandler {
        await withCheckedContinuation { began.add($0) }
      } onCancel: {
        for continuation in began.all { continuation.resume() }
      }
      throw Task.isCancelled ? .some : .other
    }
    var errors: [Trouble] = []
    command.errors.subscribe { errors.append($0) }
    let execution = command.execute(0)
    while began.all.isEmpty { await Task.yield() }
    execution.cancel()
    #expect(await end(of: execution) == [.failed(.cancelled)])
    #expect(errors.isEmpty && !command.isExecuting)
  }

  private func end(of execution: Execution<Int, Trouble>) async -> [Event<Int, CommandError<Trouble>>] {
    await withCheckedContinuation { done in
      var events: [Event<Int, CommandError<Trouble>>] = []
      execution.subscribeEvents { event in
        events.append(event)
        if event.isTerminal { done.resume(returning: events) }
      }
    }
  }
}
