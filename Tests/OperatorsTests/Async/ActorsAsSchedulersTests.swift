import Dispatch
import Operators
import StreamTesting
import Testing

/// Counts the jobs of the actor, and runs them on a queue.
private final class CountingExecutor: SerialExecutor {
  let jobs = Counter()
  private let queue = DispatchQueue(label: "desk")

  func enqueue(_ job: consuming ExecutorJob) {
    jobs.up()
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

private actor Desk {
  let executor = CountingExecutor()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Occupies the actor while `work` runs.
  func occupied<Result: Sendable>(_ work: @Sendable (isolated Desk) -> Result) -> Result { work(self) }
}

@Suite struct ActorsAsSchedulersTests {
  private let desk = Desk()

  /// All two hundred values are queued while the actor is busy. One hop delivers them, or a few on a slow machine.
  @Test func aBatchCostsFewHops() async {
    let subject = Subject<Int, Never>()
    let (seen, hasEnded) = (Lock<[Int]>([]), Lock(false))
    subject.deliver(on: ActorScheduler(desk)).subscribe(
      next: { value in seen.withLock { $0.append(value) } }, completed: { hasEnded.withLock { $0 = true } })
    let time = TestScheduler()
    let before = await desk.occupied { desk in
      let before = desk.executor.jobs.count
      // Runs on this thread, but in a task of another executor, so not on the actor.
      time.task {
        for value in 0..<200 { subject.send(value) }
        subject.complete()
      }
      time.advance()
      return before
    }
    // Another hop is a task on the executor where it was started, here the virtual one.
    while !hasEnded.withLock({ $0 }) {
      time.advance()
      await Task.yield()
    }
    #expect(seen.withLock { $0 } == Array(0..<200))
    #expect(desk.executor.jobs.count - before < 50)
    // The last hop finishes on the executor where it was started.
    await desk.occupied { _ in }
    time.advance()
  }

  @Test func onTheActorDeliveryIsInTheSameTurn() async {
    let subject = Subject<Int, Never>()
    let seen = Lock<[Int]>([])
    let subscription = subject.deliver(on: ActorScheduler(desk)).subscribe { value in seen.withLock { $0.append(value) }
    }
    let there = await desk.occupied { _ in
      subject.send(1)
      subject.send(2)
      return seen.withLock { $0 }
    }
    #expect(there == [1, 2])
    subscription.dispose()
  }

  @Test func theMainActorIsOneOfThem() async {
    let (ended, end) = AsyncStream.makeStream(of: Bool.self)
    Signal([1, 2]).subscribe(on: ActorScheduler(MainActor.shared)).subscribe(
      next: { _ in end.yield(isOnMainQueue) }, completed: { end.finish() })
    var answers: [Bool] = []
    for await isOnMain in ended { answers.append(isOnMain) }
    #expect(answers == [true, true])
  }

  @Test func subscribingOnAnActorStartsTheSourceThere() async {
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    let source = Signal<Int, Never> { [desk] observer in
      desk.preconditionIsolated()
      observer.send(1)
      observer.complete()
    }
    source.subscribe(on: ActorScheduler(desk)).subscribe(next: { _ in }, completed: { end.finish() })
    for await _ in ended {}
  }

  /// Timed operators accept any clock, here one with virtual time.
  @Test func timedOperatorsWorkWithAnyClock() {
    let time = TestScheduler()
    let source = time.cold("ab--c----d|")
    let clock = AnyTime(time)
    let recorder = time.perform { Recorder(source.debounce(for: time.ticks(2), on: .clock(clock)), on: time) }
    time.advance(by: time.ticks(12))
    #expect(recorder.marbles == "---b--c---(d|)")
  }
}

/// A clock that is not a scheduler.
private struct AnyTime: Clock {
  typealias Instant = TestScheduler.Instant
  let time: TestScheduler

  init(_ time: TestScheduler) { self.time = time }

  var now: Instant { time.now }
  var minimumResolution: Duration { time.minimumResolution }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await time.sleep(until: deadline, tolerance: tolerance)
  }
}
