import StreamCore
import Testing

/// Keeps the jobs of an actor until the test runs them.
private final class ByHand: SerialExecutor {
  private let jobs = Lock<[UnownedJob]>([])

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  /// Waits for a job and runs it.
  func runNext() async {
    while jobs.withLock({ $0.isEmpty }) { await Task.yield() }
    run()
  }

  private func run() {
    let job = jobs.withLock { $0.removeFirst() }
    job.runSynchronously(on: asUnownedSerialExecutor())
  }
}

private actor Place {
  let executor = ByHand()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private func note(_ number: Int, _ log: Log<Int>) { log.add(number) }

  func listen(to stream: some StreamProtocol<Int, Never>, _ log: Log<Int>) {
    stream.subscribe { self.note($0, log) }
  }

  /// Runs one hop after another until a thousand items are done, and expects that no hop does too many.
  nonisolated func expectBoundedHops(_ done: () -> Int) async {
    var counts: [Int] = []
    while done() < 1_000 {
      let before = done()
      await executor.runNext()
      counts.append(done() - before)
    }
    // The first item is the hop's own. Slow items end the hop earlier.
    #expect(counts.allSatisfy { $0 <= itemsForOthers + 1 }, "\(counts)")
    #expect(counts.count >= 4)
  }
}

/// B20: a hop onto an actor ends after a bounded batch, and another continues. So the actor can do other work.
@Suite struct HopBudgetTests {
  @Test func aHopDeliversABoundedNumberAndTheNextContinues() async {
    let place = Place()
    let hand = Hand<Int, Never>()
    let log = Log<Int>()
    async let listening: Void = place.listen(to: hand, log)
    await place.executor.runNext()
    await listening
    onThread { for number in 0..<1_000 { hand.send(number) } }
    await place.expectBoundedHops { log.count }
    #expect(log.all == Array(0..<1_000))
  }

  /// Steps that schedule the next are no reason for the actor to do nothing else.
  @Test func recursiveStepsLeaveAnActorTimeForOthers() async {
    let place = Place()
    let steps = Counter()
    ActorScheduler(place).scheduleRecursively { again in
      if steps.add() < 1_000 { again() }
    }
    await place.expectBoundedHops { steps.value }
  }
}
