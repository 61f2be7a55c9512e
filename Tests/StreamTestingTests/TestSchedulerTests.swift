import StreamTesting
import Synchronization
import Testing

@Suite struct TestSchedulerTests {
  @Test func directBlocksRunFIFOOnePerStepAndAnEmptyQueueIsNoOp() {
    let time = TestScheduler()
    let log = Log()
    #expect(!time.step())
    time.schedule { log.add(1) }
    time.schedule { log.add(2) }
    #expect(log.all == [])
    #expect(time.step())
    #expect(log.all == [1])
    #expect(time.step())
    #expect(log.all == [1, 2])
    #expect(!time.step())
    #expect(time.now.offset == .zero)
  }

  @Test func twoRepeatingBlocksInterleave() {
    let time = TestScheduler()
    let log = Log()
    let beats = CompositeDisposable()
    time.schedule(after: .seconds(20)) {
      log.add(20)
      time.schedule(every: .seconds(5)) { log.add(Int(time.now.offset.components.seconds)) }.add(to: beats)
    }
    time.schedule(after: .seconds(22)) {
      log.add(22)
      time.schedule(every: .seconds(10)) { log.add(Int(time.now.offset.components.seconds)) }.add(to: beats)
    }
    for _ in 0..<5 { time.step() }
    beats.dispose()
    #expect(time.pendingCount == 0)
    #expect(log.all == [20, 22, 25, 30, 32])
  }

  @Test func equalTimesRunInTheOrderOfScheduling() {
    let time = TestScheduler()
    let log = Log()
    for number in 0..<200 { time.schedule(after: .seconds(number % 3)) { log.add(number) } }
    time.run()
    let expected = (0..<200).sorted { ($0 % 3, $0) < ($1 % 3, $1) }
    #expect(log.all == expected)
  }

  @Test func delaysAreMeasuredFromVirtualNow() {
    let time = TestScheduler()
    let log = Log()
    time.advance(by: .seconds(10))
    time.schedule(after: .seconds(5)) { log.add(15) }
    time.schedule(at: .init(offset: .seconds(12))) { log.add(12) }
    time.advance(to: .init(offset: .seconds(14)))
    #expect(log.all == [12])
    time.advance(by: .seconds(1))
    #expect(log.all == [12, 15])
    time.advance(to: .init(offset: .seconds(1)))
    #expect(time.now.offset == .seconds(15), "time never goes back")
  }

  @Test func anActionScheduledOnTheWayRunsInTheSameAdvance() {
    let time = TestScheduler()
    let log = Log()
    time.schedule(after: .seconds(1)) {
      log.add(1)
      time.schedule { log.add(2) }
      time.schedule(after: .seconds(1)) { log.add(3) }
      time.schedule(after: .seconds(2)) { log.add(4) }
    }
    time.advance(by: .seconds(2))
    #expect(log.all == [1, 2, 3])
  }

  @Test func anActionMayMoveTheTime() {
    let time = TestScheduler()
    let log = Log()
    time.schedule(after: .seconds(1)) {
      time.advance(by: .seconds(5))
      log.add(1)
    }
    time.schedule(after: .seconds(2)) { log.add(2) }
    time.advance(by: .seconds(1))
    #expect(log.all == [2, 1])
    #expect(time.now.offset == .seconds(6))
  }

  @Test func disposingReleasesTheActionImmediately() {
    let time = TestScheduler()
    let probe = LifetimeProbe()
    let handle = time.schedule(after: .seconds(1)) { [object = probe.object()] in _ = object }
    #expect(probe.liveCount == 1)
    #expect(time.pendingCount == 1)
    handle.dispose()
    #expect(probe.liveCount == 0)
    #expect(time.pendingCount == 0)
    #expect(handle.isDisposed)
    time.advance(by: .seconds(5))
  }

  @Test func disposedActionsDoNotMoveTheTimeNorCountAsSteps() {
    let time = TestScheduler()
    let log = Log()
    time.schedule(after: .seconds(1)) { log.add(1) }.dispose()
    time.schedule(after: .seconds(3)) { log.add(3) }
    #expect(time.step())
    #expect(log.all == [3])
    #expect(time.now.offset == .seconds(3))
  }

  @Test func hundredThousandTimersThatAreTakenBackLeaveNothing() {
    let time = TestScheduler()
    let log = Log()
    for number in 0..<100_000 {
      let handle = time.schedule(after: .seconds(1_000 - number % 1_000)) { log.add(number) }
      if number % 1_000 != 0 { handle.dispose() }
    }
    #expect(time.pendingCount == 100)
    time.run()
    #expect(log.all == Array(stride(from: 0, to: 100_000, by: 1_000)))
  }

  @Test func runEndsAtItsLimitAndReportsIt() {
    let time = TestScheduler()
    let count = Atomic(0)
    withKnownIssue {
      let beat = time.schedule(every: .seconds(1)) { count.add(1, ordering: .relaxed) }
      time.run(limit: 50)
      beat.dispose()
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("after 50 actions with 1 still pending") }
    }
    #expect(count.load(ordering: .relaxed) == 50)
    time.run()
  }

  @Test func releasingItRunsNothingAndReleasesItsActions() {
    let probe = LifetimeProbe()
    let log = Log()
    var time: TestScheduler? = TestScheduler()
    time?.schedule(after: .seconds(1)) { [object = probe.object()] in
      log.add(1)
      _ = object
    }
    time = nil
    #expect(probe.liveCount == 0)
    #expect(log.all == [])
  }

  @Test func aTickIsOneCharacter() {
    let time = TestScheduler()
    #expect(time.ticks(3) == .milliseconds(30))
    time.advance(by: time.ticks(3))
    #expect("\(time.now)" == "tick 3")
  }

  @Test func aSleeperWakesWhenTimeGetsThere() async throws {
    let time = TestScheduler()
    let log = Log()
    let task = Task {
      try await time.sleep(for: .seconds(2))
      log.add(Int(time.now.offset.components.seconds))
    }
    await time.waitForSleepers()
    time.advance(by: .seconds(1))
    #expect(time.sleeperCount == 1)
    time.advance(by: .seconds(1))
    try await task.value
    #expect(log.all == [2])
    #expect(time.sleeperCount == 0)
  }

  @Test func aCancelledSleeperWakesImmediatelyAndLeavesNothing() async {
    let time = TestScheduler()
    let task = Task { try await time.sleep(for: .seconds(2)) }
    await time.waitForSleepers()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(time.pendingCount == 0)
    time.run()
  }

  @Test func sleepReturnsImmediatelyAtAPastDeadlineAndThrowsInACancelledTask() async throws {
    let time = TestScheduler()
    try await time.sleep(until: time.now)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await time.sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(time.pendingCount == 0)
  }

  @Test func cancellationAndTimeRaceToOneWakeUp() async {
    for _ in 0..<200 {
      let time = TestScheduler()
      let task = Task { try await time.sleep(for: .seconds(1)) }
      await time.waitForSleepers()
      async let moved: Void = time.advance(by: .seconds(1))
      task.cancel()
      await moved
      _ = await task.result
      #expect(time.sleeperCount == 0)
    }
  }
}

/// A log of events in order.
final class Log: Sendable {
  private let numbers = Lock<[Int]>([])
  func add(_ number: Int) { numbers.withLock { $0.append(number) } }
  var all: [Int] { numbers.withLock { $0 } }
}
