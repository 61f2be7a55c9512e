import Rill
import StreamTesting
import Testing

/// Faults of commands that were found and mended, by the numbers of the findings.
@Suite struct CommandFindingsTests {
  /// Work that ends in its own body, and is undone when that has returned.
  private func command(_ policy: ExecutionPolicy, _ log: Log<String>) -> Command<Int, Int, Never> {
    Command(policy: policy, on: .immediate) { (number: Int) -> Signal<Int, Never> in
      Signal { observer in
        log.add("opens \(number)")
        observer.send(number)
        observer.complete()
        return Disposable { log.add("closes \(number)") }
      }
    }
  }

  @Test(arguments: [ExecutionPolicy.queue, .dropToNewest, .latest])
  func theNextWorkBeginsAfterTheLastIsTornDown(_ policy: ExecutionPolicy) {
    let log = Log<String>()
    let command = command(policy, log)
    command.values.subscribe { [weak command] in if $0 == 1 { command?.execute(2) } }
    command.execute(1)
    #expect(log.all == ["opens 1", "closes 1", "opens 2", "closes 2"])
  }

  @Test func exclusiveToo() {
    let log = Log<String>()
    let command = command(.exclusive, log)
    command.enabled.skip(1).filter { $0 }.take(1).subscribe { [weak command] _ in command?.execute(2) }
    command.execute(1)
    #expect(log.all == ["opens 1", "closes 1", "opens 2", "closes 2"])
  }

  /// Cancelled on another thread while its body runs: the newest waits until that has returned.
  @Test func theNewestWaitsForABodyThatRunsOnAnotherThread() {
    let log = Log<String>()
    let (isIn, mayGo, isOver) = (Latch(), Latch(), Latch())
    let command = Command<Int, Int, Never>(policy: .latest, on: .immediate) { number in
      Signal { _ in
        log.add("opens \(number)")
        if number == 1 {
          isIn.open()
          mayGo.wait()
        }
        return Disposable { log.add("closes \(number)") }
      }
    }
    onAnotherThread {
      command.execute(1)
      isOver.open()
    }
    isIn.wait()
    let newest = command.execute(2)
    #expect(log.all == ["opens 1"])
    #expect(newest.isActive && command.executionsInFlight.value == 1)
    mayGo.open()
    isOver.wait()
    #expect(log.all == ["opens 1", "closes 1", "opens 2"])
    command.cancelAll()
  }

  @Test func cancelledByAnObserver_theHandleEndsAfterObserversWereNotified() {
    let log = Log<String>()
    let command = Command<Int, Int, Trouble>(policy: .concurrent, on: .immediate) { _ in .never }
    command.executionsInFlight.subscribe { [weak command] in if $0 == 2 { command?.cancelAll() } }
    command.executionsInFlight.subscribe { log.add("\($0) in flight") }
    for number in 1...2 {
      command.execute(number).subscribe(next: { _ in }, failed: { _ in log.add("handle \(number) ends") })
    }
    #expect(
      log.all == [
        "0 in flight", "1 in flight", "2 in flight", "1 in flight", "handle 1 ends", "0 in flight", "handle 2 ends",
      ])
  }

  /// An observer of the values cancels the execution: the handle receives the value, and then its end.
  @Test func theHandleReceivesTheValueAtWhichItWasCancelled() {
    let log = Log<String>()
    let work = Work()
    let command = Command<Int, Int, Trouble>(on: .immediate) { _ in work.signal() }
    command.values.subscribe { [weak command] _ in command?.cancelAll() }
    command.executing.subscribe { log.add("executing \($0)") }
    command.execute(0).subscribe(next: { log.add("handle \($0)") }, failed: { log.add("handle \($0)") })
    work[0].send(1)
    let failure = "handle \(CommandError<Trouble>.cancelled)"
    #expect(log.all == ["executing false", "executing true", "handle 1", "executing false", failure])
  }

  /// A scheduler that drops its actions.
  private final class Forgetful: Scheduler {
    var clock: ContinuousClock { ContinuousClock() }
    private let actions = Log<@Sendable () -> Void>()

    func schedule(_ action: @escaping @Sendable () -> Void) -> Disposable {
      actions.add(action)
      return .disposed
    }

    func schedule(after: Duration, tolerance: Duration, _ action: @escaping @Sendable () -> Void) -> Disposable {
      schedule(action)
    }

    func runNext() { actions.all.first?() }
    func forget() { actions.clear() }
  }

  @Test func aSchedulerThatForgetsStrandsNoExecution() {
    let scheduler = Forgetful()
    let work = Work()
    let command = Command<Int, Int, Trouble>(on: scheduler) { _ in work.signal() }
    let heard = Log<Bool>()
    command.executing.subscribe { heard.add($0) }
    let execution = command.execute(0)
    scheduler.forget()
    #expect(work.count == 1 && !command.isEnabled)
    execution.cancel()
    scheduler.forget()
    #expect(execution.ending == .some(.cancelled))
    #expect(command.isEnabled)
    // Changes from before the drop are lost, and later ones arrive.
    command.execute(1)
    scheduler.runNext()
    #expect(heard.all == [false, true])
    command.cancelAll()
  }

  @Test func oneThatHasWaitedAndBegunLeavesItsPlaceFree() {
    let work = Work()
    let command = Command<Int, Int, Trouble>(policy: .queue(limit: 1), on: .immediate) { _ in work.signal() }
    command.execute(0)
    let second = command.execute(1)
    #expect(!command.isEnabled)
    work[0].complete()
    #expect(command.isEnabled)
    let third = command.execute(2)
    #expect(third.isActive && second.isActive && work.count == 2)
    work[1].complete()
    #expect(work.count == 3)
    work[2].complete()
    #expect(third.ending == .some(nil))
  }

  @Test func theStateIsReadAndObservedThroughOneProperty() {
    let work = Work()
    let command = Command<Int, Int, Trouble>(on: .immediate) { _ in work.signal() }
    let (executing, enabled) = (command.executing, command.enabled)
    let heard = Log<Bool>()
    executing.subscribe { heard.add($0) }
    #expect(!executing.value && enabled.value)
    command.execute(0)
    #expect(executing.value && !enabled.value)
    #expect(command.executionsInFlight.value == 1 && command.policies.value == .exclusive)
    work[0].complete()
    #expect(!executing.value && enabled.value)
    #expect(heard.all == [false, true, false])
  }

  @Test func cancellationsOfRunningExecutionsAreDelivered() {
    let work = Work()
    let command = Command<Int, Int, Trouble>(policy: .queue, on: .immediate) { _ in work.signal() }
    let log = Log<String>()
    command.executionSignals.subscribe { _ in log.add("begins") }
    command.cancellations.subscribe { log.add("cancelled") }
    command.completions.subscribe { log.add("completed") }
    command.execute(0)
    command.execute(1).cancel()
    #expect(log.all == ["begins"])
    command.cancelAll()
    command.execute(2)
    work[1].complete()
    #expect(log.all == ["begins", "cancelled", "begins", "completed"])
  }

  @Test func theResultOfAnExecutionHasOneError() async {
    let command = Command<Int, Int, Trouble>(policy: .concurrent(max: 1), on: .immediate) { number in
      switch number {
      case 0: .empty
      case 1: .just(1)
      case 2: Signal([1, 2]).promoteFailure(to: Trouble.self)
      case 3: .fail(.some)
      default: .never
      }
    }
    #expect(await command.execute(0).result == .failure(.noValue))
    #expect(await command.execute(1).result == .success(1))
    #expect(await command.execute(2).result == .failure(.severalValues))
    #expect(await command.execute(3).result == .failure(.failed(.some)))
    let endless = command.execute(4)
    #expect(await command.execute(1).result == .failure(.notEnabled))
    let waiting = Task { await endless.result }
    waiting.cancel()
    #expect(await waiting.value == .failure(.cancelled))
    #expect(endless.isActive)
    endless.cancel()
    do throws(CommandError<Trouble>) {
      _ = try await endless.single
      Issue.record("It has no value.")
    } catch {
      #expect(error == .cancelled)
    }
  }

  /// A module `Command` with a class `Command`: its other types are written with the module's name and two colons.
  @Test func everyTypeCanBeWrittenInFull() {
    let policy: Command::ExecutionPolicy = .exclusive
    let command: Command::Command<Int, Int, Trouble> = Command::Command(policy: policy) { .just($0) }
    let executing: Properties::Property<Bool> = command.executing
    let execution: Command::Execution<Int, Trouble> = command.execute(1)
    let error: Command::CommandError<Trouble> = .notEnabled
    let report: (Command::ProgressReporter) -> Void = { $0.report(1) }
    _ = (executing, execution, error, report, (any Controls::CommandControl).self, Controls::CommandBinding.self)
  }

  @Test func workIsAnyStream() {
    let numbers = ReplaySubject<Int, Never>.unbounded()
    for number in [1, 2] { numbers.send(number) }
    numbers.complete()
    let inner = Command<Int, Int, Never>(policy: .concurrent, on: .immediate) { (_: Int) in numbers }
    let outer = Command(policy: .concurrent, on: .immediate) { (number: Int) in inner.execute(number) }
    let recorder = Recorder(outer.values)
    outer.execute(0)
    #expect(recorder.values == [1, 2])
    recorder.dispose()
  }

  @Test @MainActor func workOfAnOwnerIsAnyStream() {
    let owner = Owner()
    let command = Command(owner, on: .immediate) { (owner, number: Int) in
      owner.last = number
      return owner.numbers
    }
    let recorder = Recorder(command.values)
    command.execute(3)
    owner.numbers.send(4)
    #expect(owner.last == 3)
    #expect(recorder.values == [4])
    command.cancelAll()
    recorder.dispose()
  }
}

@MainActor private final class Owner {
  let numbers = Subject<Int, Never>()
  var last = 0
}
