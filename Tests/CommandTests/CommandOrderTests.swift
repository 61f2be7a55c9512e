import Rill
import StreamPrimitives
import StreamTesting
import TestSupport
import Testing

@Suite struct CommandOrderTests {
  private func observe(_ command: Command<Int, Int, Trouble>) -> Log<String> {
    let log = Log<String>()
    command.values.subscribe { log.add("value \($0)") }
    command.completions.subscribe { log.add("completion") }
    command.errors.subscribe { log.add("error \($0)") }
    command.executionSignals.subscribe { _ in log.add("execution") }
    command.executing.subscribe { log.add("executing \($0)") }
    return log
  }

  @Test func theEndOfTheHandleIsTheLastThing_andTheCommandIsReadyThen() {
    let again = Log<Bool>()
    let work = Subject<Int, Trouble>()
    let slow = Command<Int, Int, Trouble>(on: .immediate) { _ in work.signal }
    let slowLog = observe(slow)
    slow.execute(0).subscribe(
      next: { slowLog.add("handle \($0)") }, failed: { _ in },
      completed: {
        slowLog.add("handle ends")
        again.add(slow.isEnabled)
      })
    work.send(5)
    work.complete()
    #expect(
      Array(slowLog.all.prefix(8)) == [
        "executing false", "executing true", "execution", "value 5", "handle 5", "completion", "executing false",
        "handle ends",
      ])
    #expect(again.all == [true])
  }

  /// Executed inside a notification: the remaining observers are notified before its work begins.
  @Test func anExecutionFromInsideAnObserverBeginsAfterAllObserversWereNotified() {
    let log = Log<String>()
    let command = Command<Int, Int, Trouble>(policy: .concurrent, on: .immediate) { input in
      log.add("work \(input) begins")
      return .just(input)
    }
    command.values.subscribe { [weak command] value in
      log.add("first hears \(value)")
      if value == 0 { command?.execute(1) }
    }
    command.values.subscribe { log.add("second hears \($0)") }
    command.executionSignals.subscribe { _ in log.add("execution") }
    command.execute(0)
    #expect(
      log.all == [
        "execution", "work 0 begins", "first hears 0", "second hears 0", "execution", "work 1 begins",
        "first hears 1", "second hears 1",
      ])
  }

  /// Another thread has announced more than one thread delivers for others. So the rest is delivered by a third one,
  /// which waits here. The nested execution does not wait for it.
  @Test func anExecutionFromInsideAnObserverDoesNotWaitForTheNotificationsOfOtherThreads() async {
    let (log, signals, rest) = (Log<String>(), Log<Int>(), Latch())
    let command = Command<Int, Int, Never>(policy: .concurrent, on: .immediate) { input in
      if input == 1 { log.add("work begins") }
      return .just(input)
    }
    let notifier = Log<UInt>()
    command.executing.skip(1).subscribe { [weak command] _ in
      if !notifier.all.isEmpty { return }
      notifier.add(currentThread)
      command?.execute(1)
      elsewhere { [weak command] in (2...300).forEach { command?.execute($0) } }
    }
    command.executionSignals.subscribe { _ in
      signals.add(1)
      if signals.all.count == 2 { log.add("observers are notified") }
      if notifier.all != [currentThread] { rest.wait() }
    }
    command.execute(0)
    #expect(log.all == ["observers are notified", "work begins"])
    #expect(signals.all.count < 301)
    for _ in 0..<300 { rest.open() }
    await until { signals.all.count == 301 }
  }

  @Test(.long) func anObserverThatExecutesAgainAHundredThousandTimesNeedsNoStack() {
    let count = withSmallStack {
      let command = Command<Int, Int, Never>(on: .immediate) { .just($0) }
      let last = Log<Int>()
      let current = BehaviorSubject<Int, Never>(0)
      command.values.subscribe { current.send($0) }
      command.enabled.skip(1).filter { $0 }.subscribe { [weak command] _ in
        if current.value < 100_000 { command?.execute(current.value + 1) } else { last.add(current.value) }
      }
      command.execute(1)
      return last.all.first ?? 0
    }
    #expect(count == 100_000)
  }

  /// Another thread announces as fast as this one notifies.
  @Test func aDrainThatIsHandedOverIsNotNestedOnASchedulerThatRunsActionsInline() async {
    let (scheduler, values) = (InlineScheduler(), Log<Int>())
    let command = Command<Int, Int, Never>(policy: .concurrent, on: scheduler) { .just($0) }
    command.values.subscribe { [weak command] value in
      values.add(value)
      if value < 400 { elsewhere { [command] in command?.execute(value + 1) } }
    }
    command.execute(0)
    await until { values.all.count == 401 }
    #expect(scheduler.mostNested <= 2)
  }

  /// The same on a scheduler that runs an action inline only if the caller is on its queue.
  @Test func aDrainThatIsHandedOverStaysOnItsScheduler() async {
    let (scheduler, places) = (ConfinedScheduler(), Log<Bool>())
    let command = Command<Int, Int, Never>(policy: .concurrent, on: scheduler) { .just($0) }
    command.values.subscribe { [weak command] value in
      places.add(scheduler.isHere)
      if value < 400 { elsewhere { [command] in command?.execute(value + 1) } }
    }
    command.execute(0)
    await until { places.all.count == 401 }
    #expect(places.all.allSatisfy { $0 })
  }

  /// b138, which is a departure: `isEnabled` agrees with the next `execute`, wherever observers are notified.
  @Test func isEnabledAgreesWithExecute_rightAfterIt() {
    let work = Work()
    let time = TestScheduler()
    let command = Command<Int, Int, Trouble>(on: time) { _ in work.signal() }
    command.execute(0)
    #expect(!command.isEnabled && command.isExecuting)
    #expect(command.execute(1).ending == .some(.notEnabled))
    #expect(command.enabled.value && !command.executing.value)
    time.run()
    #expect(!command.enabled.value && command.executing.value)
    command.cancelAll()
  }

  /// Observers receive everything in order when the scheduler runs, also those that subscribed meanwhile.
  @Test func underVirtualTimeObserversReceiveEverythingInOrder() {
    let time = TestScheduler()
    var command: Command<Int, Int, Trouble>? = Command(on: time) { $0 < 0 ? .fail(.some) : .just($0) }
    let log = observe(command!)
    command?.execute(1)
    command?.execute(-1)
    #expect(log.all == ["executing false"])
    let late = Log<Bool>()
    command?.executing.subscribe { late.add($0) }
    time.run()
    #expect(
      log.all == [
        "executing false", "executing true", "execution", "value 1", "completion", "executing false",
        "executing true", "execution", "error some", "executing false",
      ])
    #expect(late.all == [false, true, false, true, false])
    // The end of the command is delivered too. An observer of `executionSignals` retains the scheduler, and the
    // scheduler its actions.
    command = nil
    time.run()
    #expect(time.pendingCount == 0)
  }

  @Test func aValueSentAfterCancellingIsNotDelivered() {
    let work = Work()
    let command = Command<Int, Int, Trouble>(on: .immediate) { _ in work.signal() }
    let log = observe(command)
    let execution = command.execute(0)
    execution.cancel()
    work[0].send(1)
    #expect(log.all == ["executing false", "executing true", "execution", "executing false"])
  }

  @Test func cancelledByAnObserverBeforeItBegins_itNeverBegins() {
    let work = Work()
    let command = Command<Int, Int, Trouble>(on: .immediate) { _ in work.signal() }
    command.executing.filter { $0 }.subscribe { [weak command] _ in command?.cancelAll() }
    let execution = command.execute(0)
    #expect(execution.ending == .some(.cancelled))
    #expect(work.count == 0)
    #expect(command.isEnabled)
  }
}
