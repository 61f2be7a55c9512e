import Observation
import Rill
import StreamTesting
import Testing

/// The state of a command is made of properties of the graph.
@Suite struct CommandStateTests {
  private let work = Work()

  private func command(
    _ policy: ExecutionPolicy = .exclusive, on scheduler: any Scheduler = .immediate
  ) -> Command<Int, Int, Trouble> {
    Command(policy: policy, on: scheduler) { [work] _ in work.signal() }
  }

  // MARK: Tracking

  @Test func aDerivedPropertyFollowsTheCommand() {
    let command = command()
    let isValid = MutableProperty(true)
    let canSubmit = Property { isValid.value && !command.isExecuting }
    let label = Property { "\(command.executionsInFlight.value) \(command.enabled.value)" }
    let log = Log<Bool>()
    let subscription = canSubmit.subscribe { log.add($0) }
    #expect(label.value == "0 true")
    command.execute(0)
    #expect(label.value == "1 false")
    #expect(!canSubmit.value)
    work[0].complete()
    #expect(label.value == "0 true")
    isValid.value = false
    #expect(log.all == [true, false, true, false])
    subscription.dispose()
  }

  @Test func anEffectFollowsTheCommand() {
    let command = command()
    let log = Log<String>()
    let effect = effect { log.add("\(command.isEnabled) \(command.isExecuting) \(command.policy)") }
    command.execute(0)
    work[0].complete()
    command.policy = .queue
    #expect(
      log.all == [
        "true false exclusive", "false true exclusive", "true false exclusive", "true false queue(limit: nil)",
      ])
    effect.dispose()
    command.execute(1)
    #expect(log.all.count == 4)
  }

  /// One change of the command changes several properties: their dependents are computed once, from all.
  @Test func aDerivedPropertyNeverMixesOldAndNewState() {
    let command = command()
    let log = Log<String>()
    let subscription = Property {
      "\(command.executing.value) \(command.enabled.value) \(command.executionsInFlight.value)"
    }
    .subscribe { log.add($0) }
    command.execute(0)
    work[0].complete()
    #expect(log.all == ["false true 0", "true false 1", "false true 0"])
    subscription.dispose()
  }

  @Test func observationFollowsTheCommand() {
    let command = command()
    let reads: [(Command<Int, Int, Trouble>) -> Void] = [
      { _ = $0.isEnabled }, { _ = $0.isExecuting }, { _ = $0.enabled.value }, { _ = $0.executing.value },
      { _ = $0.executionsInFlight.value },
    ]
    let changes = Log<Int>()
    for (index, read) in reads.enumerated() {
      withObservationTracking {
        read(command)
      } onChange: {
        changes.add(index)
      }
    }
    #expect(changes.all == [])
    command.execute(0)
    #expect(changes.all.sorted() == Array(0..<reads.count))
    withObservationTracking {
      _ = command.policy
    } onChange: {
      changes.add(9)
    }
    command.policy = .latest
    #expect(changes.all.last == 9)
  }

  @MainActor private final class Screen {
    var isBusy = false
    var canPress = true
  }

  @Test @MainActor func bindingsFollowTheCommand() {
    let command = Command<Int, Int, Trouble> { [work] _ in work.signal() }
    let screen = Screen()
    let shown = MutableProperty(false)
    bind(\.isBusy, of: screen, to: command.executing)
    bind(\.canPress, of: screen, to: command.enabled)
    shown <~ command.executing
    command.execute(0)
    #expect(screen.isBusy && !screen.canPress && shown.value)
    work[0].complete()
    #expect(!screen.isBusy && screen.canPress && !shown.value)
  }

  /// The effect that executes does not depend on the reads of the work or of the command's handlers.
  @Test func aClosureThatExecutesDependsOnNothingThatTheWorkReads() {
    let (query, inner) = (MutableProperty("a"), MutableProperty(1))
    let command = Command<String, Int, Never>(policy: .concurrent, on: .immediate) { _ in .just(inner.value) }
    command.executing.subscribe { _ in _ = inner.value }
    let runs = Log<String>()
    let effect = effect {
      runs.add(query.value)
      command.execute(query.value)
    }
    inner.value = 2
    #expect(runs.all == ["a"])
    query.value = "b"
    #expect(runs.all == ["a", "b"])
    effect.dispose()
  }

  // MARK: Order

  /// Executed by a handler of a property: that is inside of the graph's own notification.
  @Test func theOrderHoldsInsideOfHandlersOfProperties() {
    let log = Log<String>()
    let command = Command<Int, Int, Trouble>(on: .immediate) { number in
      log.add("work begins")
      return .just(number)
    }
    command.executing.skip(1).subscribe { log.add("executing \($0)") }
    command.executionSignals.subscribe { _ in log.add("execution") }
    command.completions.subscribe { log.add("completion") }
    let expected = ["executing true", "execution", "work begins", "completion", "executing false"]
    let (source, other) = (MutableProperty(0), MutableProperty(0))
    source.signal.skip(1).subscribe { command.execute($0) }
    source.value = 1
    #expect(log.all == expected)
    log.clear()
    other.map { -$0 }.signal.skip(1).subscribe { command.execute($0) }
    other.value = 1
    #expect(log.all == expected)
  }

  @Test func aHandlerOfDerivedStateThatExecutesLosesNothing() {
    let command = Command<Int, Int, Trouble>(on: .immediate) { .just($0) }
    let (log, values) = (Log<Bool>(), Log<Int>())
    command.values.subscribe { values.add($0) }
    let isIdle = command.executing.map { !$0 }
    let subscription = isIdle.subscribe { idle in
      log.add(idle)
      if idle, values.all.count < 3 { command.execute(values.all.count) }
    }
    #expect(values.all == [0, 1, 2])
    #expect(log.all.last == true)
    #expect(!command.isExecuting)
    subscription.dispose()
  }

  @Test func progressStartsOverWithTheNextExecution() {
    let reporters = Log<ProgressReporter>()
    let command = Command<Int, Int, Trouble>(policy: .queue, on: .immediate) {
      [work] (_: Int, progress: ProgressReporter) in
      reporters.add(progress)
      return work.signal()
    }
    let seen = Log<Double?>()
    let derived = Property { (command.progress.value ?? 0) * 100 }
    command.progress.subscribe { seen.add($0) }
    command.execute(0)
    command.execute(1)
    reporters.all[0].report(0.75)
    #expect(derived.value == 75)
    work[0].complete()
    #expect(command.progress.value == nil)
    reporters.all[1].report(0.5)
    work[1].complete()
    #expect(seen.all == [nil, 0.75, nil, 0.5, nil])
    #expect(derived.value == 0)
    // The work keeps the reporters, and they keep the command.
    reporters.clear()
  }

  // MARK: Lifetime

  @Test func theStateBeginsWithTheCondition_andEndsWithTheCommand() {
    let time = TestScheduler()
    let condition = BehaviorSubject<Bool, Never>(false)
    var command: Command<Int, Int, Trouble>? = Command(enabledIf: condition, on: time) { [work] _ in work.signal() }
    #expect(command?.enabled.value == false && command?.isEnabled == false)
    let log = Log<String>()
    command?.enabled.subscribe(next: { log.add("\($0)") }, completed: { log.add("end") })
    condition.value = true
    #expect(command?.isEnabled == true && command?.enabled.value == false)
    time.run()
    command = nil
    #expect(log.all == ["false", "true"])
    time.run()
    #expect(log.all == ["false", "true", "end"])
  }

  @Test func aRetainedPropertyOfAReleasedCommandKeepsItsStateAndCompletes() {
    var command: Command<Int, Int, Trouble>? = command()
    let isBusy = command!.executing
    command?.execute(0)
    let log = Log<String>()
    isBusy.subscribe(next: { log.add("\($0)") }, completed: { log.add("end") })
    command = nil
    #expect(log.all == ["true", "end"])
    #expect(isBusy.value)
  }

  // MARK: Batches

  private struct RolledBack: Error {}

  /// An execution cannot be rolled back, so its state is not part of the batch.
  @Test func executedInABatchThatThrows_theStateChangesImmediatelyAndStays() {
    let command = command()
    let model = MutableProperty(0)
    let log = Log<String>()
    command.executing.skip(1).subscribe { log.add("executing \($0)") }
    command.executionSignals.subscribe { _ in log.add("execution") }
    let effect = effect { log.add("enabled \(command.isEnabled)") }
    log.clear()
    do {
      try batch {
        model.value = 1
        command.execute(0)
        #expect(log.all == ["executing true", "enabled false", "execution"])
        throw RolledBack()
      }
    } catch {
      log.add("\(error)")
    }
    #expect(model.value == 0 && command.executing.value && !command.enabled.value)
    work[0].complete()
    #expect(log.all.suffix(2) == ["executing false", "enabled true"])
    effect.dispose()
  }

  // MARK: Threads

  /// However many threads execute, all followers end with the state, and no derived value is mixed.
  @Test func manyThreadsExecute_andAllFollowersEndWithTheTruth() async {
    let command = Command<Int, Int, Never>(policy: .concurrent(max: 2), on: .immediate) { .just($0) }
    let (mixed, last, seen) = (Log<String>(), Log<Int>(), Log<Bool>())
    let derived = Property { (command.executionsInFlight.value, command.executing.value) }
    let subscription = derived.subscribe { if ($0.0 > 0) != $0.1 { mixed.add("\($0)") } }
    let effect = effect { last.add(command.executionsInFlight.value) }
    command.executing.subscribe { seen.add($0) }
    onEightThreads { thread in
      for round in 0..<100 {
        if thread == 0 {
          _ = derived.value
          _ = command.isEnabled
        } else {
          command.execute(round)
        }
      }
    }
    // The last changes may be delivered by a thread of the system's, to which the drain was handed over.
    await until {
      seen.all.last == false && last.all.last == 0 && command.executionsInFlight.value == 0
        && !command.executing.value && command.enabled.value
    }
    #expect(mixed.all == [])
    #expect(zip(seen.all, seen.all.dropFirst()).allSatisfy { $0 != $1 })
    subscription.dispose()
    effect.dispose()
  }
}
