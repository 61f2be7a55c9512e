import Rill
import StreamTesting
import Testing

/// Asynchronous code and timed operators in one virtual time.
///
/// Nothing here waits, yields or sleeps in real time: when `advance` returns, all its effects have happened.
@Suite struct TestExecutorTests {
  let time = TestScheduler()

  @Test func nothingRunsBeforeTheTimeIsMoved() {
    let log = Diary()
    time.task { log.add("ran") }
    #expect(log.all.isEmpty)
    time.advance()
    #expect(log.all == ["ran"])
  }

  @Test func aTaskThatSleepsWakesInItsInstant() {
    let log = Diary()
    time.task { [time] in
      try await time.sleep(for: time.ticks(3))
      log.add("\(time.now)")
      try await time.sleep(for: time.ticks(2))
      log.add("\(time.now)")
    }
    time.advance(by: time.ticks(2))
    #expect(log.all.isEmpty)
    time.advance(by: time.ticks(1))
    #expect(log.all == ["tick 3"])
    time.advance(by: time.ticks(100))
    #expect(log.all == ["tick 3", "tick 5"])
  }

  /// Child tasks, actors and yields: each instant is over only when all tasks are suspended or finished.
  @Test func anInstantComesToRestBeforeTheTimeMovesOn() {
    let log = Diary()
    let tally = Tally()
    let answer = Lock(0)
    time.task { [time] in
      await withTaskGroup(of: Void.self) { group in
        for number in 1...3 {
          group.addTask {
            try? await time.sleep(for: time.ticks(number))
            async let one = tally.add(number)
            async let other = nested(number, time)
            let sum = await one + other
            for _ in 0..<number { await Task.yield() }
            log.add("\(number) at \(time.now): \(sum)")
          }
        }
        await group.waitForAll()
      }
      let total = await tally.total
      answer.withLock { $0 = total }
    }
    time.schedule(after: time.ticks(1)) { log.add("timer at tick 1") }
    time.schedule(after: time.ticks(2)) { log.add("timer at tick 2") }
    time.advance(by: time.ticks(10))
    #expect(
      log.all == [
        "timer at tick 1", "1 at tick 1: 101", "timer at tick 2", "2 at tick 2: 203", "3 at tick 3: 306",
      ])
    #expect(answer.withLock { $0 } == 6)
  }

  @Test func operatorsAndTasksShareTheTime() {
    let searched = Diary()
    let query = Subject<String, Never>()
    let results = query.debounce(for: time.ticks(3), on: time).flatMapLatest { [time] text in
      Signal<String, Never> {
        searched.add("\(text) at \(time.now)")
        try? await time.sleep(for: time.ticks(2))
        return "\(text) found at \(time.now)"
      }
    }
    let recorder = Recorder(results, on: time)
    for (tick, text) in [(0, "s"), (1, "sw"), (5, "swift"), (9, "swift 6")] {
      time.schedule(after: time.ticks(tick)) { query.send(text) }
    }
    time.advance(by: time.ticks(20))
    #expect(searched.all == ["sw at tick 4", "swift at tick 8", "swift 6 at tick 12"])
    #expect(
      recorder.values == ["sw found at tick 6", "swift found at tick 10", "swift 6 found at tick 14"])
  }

  @Test func aLoopOverAStreamIsOneOfItsTasks() {
    let log = Diary()
    time.task { [time] in
      for await beat in Signal<Int, Never>.interval(every: time.ticks(2), on: time).take(3).values {
        log.add("\(beat) at \(time.now)")
      }
      log.add("over at \(time.now)")
    }
    time.advance(by: time.ticks(10))
    #expect(log.all == ["0 at tick 2", "1 at tick 4", "2 at tick 6", "over at tick 6"])
  }

  /// A subscription made outside any advance: `perform` assigns its tasks to the scheduler.
  @Test func performMakesTheTasksOfALibraryCallTheSchedulers() {
    let log = Diary()
    let work = Signal<Int, Never> { () async in 1 }
    time.perform { _ = work.subscribe { log.add("\($0)") } }
    #expect(log.all.isEmpty)
    time.advance()
    #expect(log.all == ["1"])
  }

  @Test func cancellingATaskWakesItWithTheNextMove() {
    let log = Diary()
    let task = time.task { [time] in
      do {
        try await time.sleep(for: time.ticks(5))
      } catch { log.add("\(error is CancellationError) at \(time.now)") }
    }
    time.advance(by: time.ticks(1))
    task.cancel()
    time.advance()
    #expect(log.all == ["true at tick 1"])
    #expect(time.pendingCount == 0)
    #expect(time.sleeperCount == 0)
  }

  @Test func runContinuesUntilNoTaskHasWork() {
    let log = Diary()
    time.task { [time] in
      for round in 1...3 {
        try await time.sleep(for: .seconds(round))
        log.add("\(round)")
      }
    }
    time.run()
    #expect(log.all == ["1", "2", "3"])
    #expect(time.now.offset == .seconds(6))
  }

  /// A task may advance the time itself; actions that become due run when the task suspends.
  @Test func aTaskMayMoveTheTime() {
    let log = Diary()
    time.task { [time] in
      try await time.sleep(for: time.ticks(1))
      log.add("sleeper")
    }
    time.advance()
    time.task { [time] in
      await Task.yield()
      time.advance(by: time.ticks(2))
      log.add("moved")
    }
    time.advance()
    #expect(log.all == ["moved", "sleeper"])
  }

  @Test func anActorMayRunOnTheExecutor() {
    let log = Diary()
    let resident = Resident(time.executor, log)
    time.task { await resident.work() }
    time.advance()
    #expect(log.all == ["resident"])
  }
}

private func nested(_ number: Int, _ time: TestScheduler) async -> Int {
  await withTaskGroup(of: Int.self) { group in
    for part in 0..<number {
      group.addTask {
        await Task.yield()
        return part >= 0 ? 100 : 0
      }
    }
    return await group.reduce(0, +)
  }
}

private actor Tally {
  var total = 0

  func add(_ number: Int) -> Int {
    total += number
    return total
  }
}

private actor Resident {
  let executor: TestExecutor
  let log: Diary
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(_ executor: TestExecutor, _ log: Diary) {
    self.executor = executor
    self.log = log
  }

  func work() {
    preconditionIsolated()
    log.add("resident")
  }
}

private final class Diary: Sendable {
  private let lines = Lock<[String]>([])
  var all: [String] { lines.withLock { $0 } }
  func add(_ line: String) { lines.withLock { $0.append(line) } }
}
