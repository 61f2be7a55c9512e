import Dispatch
import StreamCore
import StreamTesting
import Testing

private enum Caller {
  @TaskLocal static var name = "nobody"
}

/// One job at a time, and a count of how often it was asked to run one.
private final class CountingExecutor: SerialExecutor {
  let jobs = Counter()
  private let queue = DispatchQueue(label: "desk")

  func enqueue(_ job: consuming ExecutorJob) {
    jobs.add()
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

private actor Desk {
  let executor = CountingExecutor()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  var entries: [Int] = []

  func listen(to stream: some StreamProtocol<Int, Never>, then done: Latch) {
    stream.subscribe(next: { self.entries.append($0) }, completed: { done.open() })
  }

  /// Sends from the actor itself, and returns the values received when the send returns.
  func sendHere(_ hand: Hand<Int, Never>, _ value: Int) -> [Int] {
    hand.send(value)
    return entries
  }

  /// Has no time for anything else while `work` runs.
  func occupied(_ work: @Sendable () -> Void) { work() }
}

@MainActor private final class Model {
  var count = 0

  func answer() -> Signal<Int, Never> {
    Signal {
      MainActor.assertIsolated()
      self.count += 1
      await Task.yield()
      MainActor.assertIsolated()
      return self.count
    }
  }
}

/// Which actor, priority and task-local values the library's tasks have.
@Suite struct IsolationOfTasksTests {
  @Test func anAsynchronousBodyRunsOnTheActorThatItWasWrittenOn() async {
    let model = Model()
    let stream = await model.answer()
    #expect(await stream.single(orElse: 0) == 1)
    #expect(await stream.single(orElse: 0) == 2)
  }

  /// Waiting subscribes where it is written, before the task waits for anything.
  @Test func waitingSubscribesOnItsActor() async {
    let log = Log<Bool>()
    let stream = Signal<Int, Never> { observer in
      log.add(isOnMainQueue)
      observer.send(1)
      observer.complete()
    }
    await Task { @MainActor in
      #expect(await stream.first == 1)
      #expect(await stream.collect == [1])
      #expect(await stream.result == .success(1))
    }.value
    #expect(log.all == [true, true, true])
  }

  /// Values that arrive while the actor is busy travel together, as many as one hop may deliver.
  @Test func aBatchCostsFewHops() async {
    let desk = Desk()
    let hand = Hand<Int, Never>()
    let done = Latch()
    await desk.listen(to: hand, then: done)
    let before = desk.executor.jobs.value
    let during = Counter()
    await desk.occupied {
      onThread { for value in 0..<1_000 { hand.send(value) } }
      hand.complete()
      during.add(desk.executor.jobs.value)
    }
    await done.wait()
    #expect(await desk.entries == Array(0..<1_000))
    // One for `occupied`, which may be split in two, four for the hops and more where the machine is slow, one for
    // `entries`.
    #expect(during.value - before <= 3)
    #expect(desk.executor.jobs.value - before < 100)
  }

  @Test func onTheActorDeliveryIsInTheSameTurn() async {
    let desk = Desk()
    let hand = Hand<Int, Never>()
    await desk.listen(to: hand, then: Latch())
    #expect(await desk.sendHere(hand, 1) == [1])
    hand.complete()
  }

  /// A subscriber has the task-local values and the priority of its asynchronous source. A hop has those of the sender
  /// that began the batch.
  @Test func tasksTakePriorityAndTaskLocalValuesFromTheirMaker() async {
    let stream = Signal<String, Never> { () async in "\(Caller.name) \(Task.currentPriority == .high)" }
    let heard = Task.detached(priority: .high) {
      await Caller.$name.withValue("somebody") { await stream.first }
    }
    #expect(await heard.value == "somebody true")

    let log = Log<String>()
    let done = Latch()
    let hand = Hand<Int, Never>()
    hand.subscribe(
      next: { @MainActor _ in log.add(Caller.name) }, completed: { @MainActor in done.open() })
    Caller.$name.withValue("sender") { hand.send(1) }
    hand.complete()
    await done.wait()
    #expect(log.all == ["sender"])
  }

  /// A thread that runs no task has none to give.
  @Test func aBareThreadHasNoTaskLocalValuesToGive() async {
    let log = Log<String>()
    let done = Latch()
    onThread {
      Signal<String, Never> { () async in Caller.name }.subscribe(
        next: { log.add($0) }, completed: { done.open() })
    }
    await done.wait()
    #expect(log.all == ["nobody"])
  }

  @Test func aClockSchedulerHasTheTimeOfItsClock() {
    let time = TestScheduler()
    let log = Log<String>()
    let scheduler = ClockScheduler(time)
    time.perform {
      _ = scheduler.schedule(after: time.ticks(3)) { log.add("three at \(time.now)") }
      _ = scheduler.schedule(after: time.ticks(1)) { log.add("one at \(time.now)") }
      _ = scheduler.schedule { log.add("now") }
      let taken = scheduler.schedule(after: time.ticks(2)) { log.add("taken back") }
      taken.dispose()
    }
    time.run()
    #expect(log.all == ["now", "one at tick 1", "three at tick 3"])
    #expect(time.sleeperCount == 0)
  }

  @Test func aClockSchedulerRunsOneActionAtATime() async {
    let log = Log<Int>()
    let done = Latch()
    let scheduler = ClockScheduler(SuspendingClock())
    for number in 0..<100 { scheduler.schedule { log.add(number) } }
    scheduler.schedule(after: .milliseconds(1)) { done.open() }
    await done.wait()
    #expect(log.all == Array(0..<100))
  }
}

extension Signal where Failure == Never {
  fileprivate func single(orElse value: Value) async -> Value { (try? await single) ?? value }
}
