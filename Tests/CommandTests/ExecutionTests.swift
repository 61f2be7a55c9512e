import Rill
import StreamTesting
import Testing

@Suite struct ExecutionTests {
  private func events(_ execution: Execution<Int, Trouble>, _ log: Log<String>, _ name: String = "") {
    execution.subscribe(
      next: { log.add("\(name)\($0)") }, failed: { log.add("\(name)\($0)") }, completed: { log.add("\(name)end") })
  }

  @Test func itRemembersEverything() {
    let work = Work()
    let command = Command<Int, Int, Trouble>(on: .immediate) { _ in work.signal() }
    let execution = command.execute(0)
    let log = Log<String>()
    for value in 1...3 { work[0].send(value) }
    events(execution, log)
    #expect(log.all == ["1", "2", "3"])
    work[0].send(4)
    work[0].complete()
    let late = Log<String>()
    events(execution, late)
    #expect(log.all == ["1", "2", "3", "4", "end"])
    #expect(late.all == log.all)
  }

  @Test func anErrorEqualsACaseWithoutAFailureForAnyTypeOfFailure() {
    struct Plain: Error {}
    func check<Failure: Error>(_ failure: Failure) {
      let errors: [CommandError<Failure>] = [.notEnabled, .cancelled, .failed(failure), .noValue, .severalValues]
      #expect(errors.map { $0 == .notEnabled } == [true, false, false, false, false])
      #expect(errors.map { $0 == .cancelled } == [false, true, false, false, false])
      #expect(errors.map { $0 == .noValue } == [false, false, false, true, false])
      #expect(errors.map { $0 != .severalValues } == [true, true, true, true, false])
    }
    check(Plain())
    check(Trouble.some)
    check(Plain() as any Error)
    #expect(CommandError<any Error>.notEnabled == .notEnabled)
    #expect(CommandError<Trouble>.failed(.some) == .failed(.some))
    #expect(CommandError<Trouble>.failed(.some) != .failed(.other))
    #expect(CommandError<Never>.notEnabled == .notEnabled)
  }

  @Test func aValueSentDuringAReplayFollowsIt() {
    let work = Work()
    let command = Command<Int, Int, Trouble>(on: .immediate) { _ in work.signal() }
    let execution = command.execute(0)
    work[0].send(1)
    work[0].send(2)
    let log = Log<Int>()
    execution.subscribe(
      next: { value in
        if value == 1 {
          work[0].send(3)
          work[0].complete()
        }
        log.add(value)
      }, failed: { _ in })
    #expect(log.all == [1, 2, 3])
  }

  @Test func aDisposedSubscriberReceivesNothingMore_andTheWorkContinues() {
    let work = Work()
    let command = Command<Int, Int, Trouble>(on: .immediate) { _ in work.signal() }
    let execution = command.execute(0)
    let log = Log<Int>()
    let subscription = execution.subscribe(next: { log.add($0) }, failed: { _ in })
    work[0].send(1)
    subscription.dispose()
    work[0].send(2)
    #expect(log.all == [1])
    #expect(execution.isActive && work[0].isActive)
    let first = Log<Int>()
    execution.take(1).subscribe(next: { first.add($0) }, failed: { _ in })
    #expect(first.all == [1])
    execution.cancel()
  }

  /// The original had an order for each case. Here the work is torn down before its end is published, even if it ended
  /// in its own body.
  @Test(arguments: [true, false])
  func theWorkIsTornDownBeforeObserversAreNotifiedOfItsEnd(_ synchronously: Bool) {
    let log = Log<String>()
    let observers = Log<Observer<Int, Trouble>>()
    let command = Command<Int, Int, Trouble>(on: .immediate) { _ in
      Signal { observer in
        if synchronously { observer.complete() } else { observers.add(observer) }
        return Disposable { log.add("torn down") }
      }
    }
    command.completions.subscribe { log.add("completion") }
    command.execute(0).subscribe(next: { _ in }, failed: { _ in }, completed: { log.add("end") })
    for observer in observers.all { observer.complete() }
    #expect(log.all == ["torn down", "completion", "end"])
  }

  /// Departure: `.latest`, the command's own switching, tears the old work down before the new begins.
  @Test func theNewestTakesThePlaceOfTheOld_afterItsTearingDown() {
    let log = Log<String>()
    let command = Command<Int, Int, Trouble>(policy: .latest, on: .immediate) { input in
      Signal { observer in
        log.add("begins \(input)")
        observer.send(input)
        return Disposable { log.add("torn down \(input)") }
      }
    }
    command.executionSignals.switchToLatest().subscribe { log.add("value \($0)") }
    command.execute(0)
    command.execute(1)
    #expect(log.all == ["begins 0", "value 0", "torn down 0", "begins 1", "value 1"])
    command.cancelAll()
  }

  @Test func underVirtualTimeItsStreamOfExecutionSignalsWaitsForTheScheduler() {
    let time = TestScheduler()
    let work = Work()
    var command: Command<Int, Int, Trouble>? = Command(on: time) { _ in work.signal() }
    let log = Log<String>()
    command?.executionSignals.subscribe { signal in
      log.add("execution")
      signal.subscribe(next: { log.add("\($0)") }, completed: { log.add("end") })
    }
    command?.execute(0)
    work[0].send(1)
    #expect(log.all.isEmpty)
    time.run()
    #expect(log.all == ["execution", "1"])
    work[0].send(2)
    work[0].fail(.some)
    #expect(log.all == ["execution", "1"])
    command = nil
    time.run()
    #expect(log.all == ["execution", "1", "2", "end"])
  }

  /// One thread sends, another cancels, others subscribe: all receive the same, and nothing after the end.
  @Test func earlyAndLateSubscribersReceiveTheSame() async {
    for round in 0..<50 {
      let work = Work()
      let command = Command<Int, Int, Trouble>(on: .immediate) { _ in work.signal() }
      let execution = command.execute(0)
      let logs = (0..<6).map { _ in Log<String>() }
      onEightThreads { thread in
        switch thread {
        case 0: for value in 0..<50 { work[0].send(value) }
        case 1:
          for _ in 0..<round { work[0].send(-1) }
          execution.cancel()
        default: events(execution, logs[thread - 2])
        }
      }
      let cancelled = "\(CommandError<Trouble>.cancelled)"
      let late = Log<String>()
      events(execution, late)
      await until { (logs + [late]).allSatisfy { $0.all.last == cancelled } }
      #expect(late.all.last == cancelled)
      for log in logs { #expect(log.all == late.all) }
    }
  }

  /// The teardown of the old work executes the command again.
  ///
  /// That execution replaces the one that was waiting for the teardown, which no observer was notified of.
  @Test func executedAgainByTheTeardownOfAReplacedExecution() {
    let log = Log<String>()
    let place = Log<Command<Int, Int, Trouble>>()
    func make() -> Command<Int, Int, Trouble> {
      Command(policy: .latest, on: .immediate) { input in
        log.add("begins \(input)")
        return Signal { _ in
          Disposable {
            log.add("torn down \(input)")
            if input == 0 { place.all[0].execute(2) }
          }
        }
      }
    }
    let command = make()
    place.add(command)
    command.executionSignals.subscribe { _ in log.add("execution") }
    command.execute(0)
    let displaced = command.execute(1)
    #expect(
      log.all == ["execution", "begins 0", "torn down 0", "execution", "begins 2"])
    #expect(displaced.ending == .some(.cancelled))
    command.cancelAll()
    place.clear()
  }
}
