import StreamCore
import StreamTesting
import Subjects
import Testing

/// The table of `Docs/Reference/Policies.md`: a test for every row, in its order.
struct ShareTests {
  /// A source that counts its runs. Each run sends its number, and then the values of the test.
  private final class Source: Sendable {
    let log = Log<String>()
    private let runs = Lock<[Subject<Int, TestFailure>]>([])

    var signal: Signal<Int, TestFailure> {
      Signal { observer in
        let run = Subject<Int, TestFailure>()
        let number = self.runs.withLock { runs in
          runs.append(run)
          return runs.count
        }
        self.log.append("start \(number)")
        observer.send(number * 10)
        let handle = run.subscribe(
          next: { observer.send($0) }, failed: { observer.fail($0) }, completed: { observer.complete() })
        return Disposable { [log = self.log] in
          handle.dispose()
          log.append("stop \(number)")
        }
      }
    }

    /// The newest run.
    var run: Subject<Int, TestFailure> { runs.withLock { $0[$0.count - 1] } }
  }

  private let source = Source()
  private let time = TestScheduler()

  // MARK: While the source runs

  @Test func oneRunForAllAndTheFirstMissesNothing() {
    let shared = source.signal.share()
    #expect(source.log.all.isEmpty)
    let (first, second) = (Recorder(shared), Recorder(shared))
    source.run.send(11)
    #expect(first.values == [10, 11])
    #expect(second.values == [11])
    #expect(source.log.all == ["start 1"])
  }

  @Test(arguments: [1, 2, 5])
  func aLaterSubscriberGetsTheLastValues(_ count: Int) {
    let shared = source.signal.share(replay: count)
    let first = Recorder(shared)
    for value in 11...13 { source.run.send(value) }
    #expect(Recorder(shared).values == Array([10, 11, 12, 13].suffix(count)))
    #expect(first.values == [10, 11, 12, 13])
    #expect(source.log.all == ["start 1"])
  }

  // MARK: When the last subscriber has gone

  @Test func withoutSubscribersTheRunEndsAndTheNextSubscriberStartsANewOne() {
    let shared = source.signal.share(replay: 1)
    let (first, second) = (Recorder(shared), Recorder(shared))
    first.dispose()
    #expect(source.log.all == ["start 1"])
    second.dispose()
    #expect(source.log.all == ["start 1", "stop 1"])
    #expect(Recorder(shared).values == [20])
  }

  @Test func withoutThatResetTheRunContinues() {
    let shared = source.signal.share(replay: 1, resettingOn: [.completion, .failure])
    Recorder(shared).dispose()
    source.run.send(11)
    #expect(Recorder(shared).values == [11])
    #expect(source.log.all == ["start 1"])
  }

  @Test func inTheGracePeriodTheRunIsKept() {
    let shared = source.signal.share(replay: 1, keepAlive: time.ticks(3), on: time)
    Recorder(shared).dispose()
    time.advance(by: time.ticks(2))
    source.run.send(11)
    let second = Recorder(shared)
    #expect(second.values == [11])
    // The period counts from the last time that the run was left.
    time.advance(by: time.ticks(2))
    second.dispose()
    time.advance(by: time.ticks(2))
    #expect(source.log.all == ["start 1"])
    #expect(time.pendingCount == 1)
  }

  @Test func afterTheGracePeriodTheRunEnds() {
    let shared = source.signal.share(replay: 1, keepAlive: time.ticks(3), on: time)
    Recorder(shared).dispose()
    time.advance(by: time.ticks(3))
    #expect(source.log.all == ["start 1", "stop 1"])
    #expect(Recorder(shared).values == [20])
    #expect(time.pendingCount == 1)
  }

  /// A leaves, and is suspended before it has stored its timer. B comes and goes meanwhile. The timer of B counts.
  @Test func aTimerThatComesLateDoesNotReplaceTheOneThatCounts() {
    let scheduler = Interrupted(time)
    let shared = source.signal.share(replay: 1, keepAlive: time.ticks(3), on: scheduler)
    scheduler.interruption.withLock { [time] in
      $0 = {
        time.advance(by: time.ticks(1))
        Recorder(shared).dispose()
      }
    }
    Recorder(shared).dispose()
    #expect(time.pendingCount == 1)
    time.advance(by: time.ticks(2))
    #expect(source.log.all == ["start 1"])
    time.advance(by: time.ticks(1))
    #expect(source.log.all == ["start 1", "stop 1"])
    #expect(time.pendingCount == 0)
  }

  /// A scheduler on which something else happens, once, when an action has been scheduled and its handle not returned
  /// yet.
  private struct Interrupted: Scheduler {
    let time: TestScheduler
    let interruption = Lock<(@Sendable () -> Void)?>(nil)

    init(_ time: TestScheduler) { self.time = time }

    var clock: TestScheduler { time.clock }

    func schedule(_ action: @escaping @Sendable () -> Void) -> Disposable { time.schedule(action) }

    func schedule(
      after delay: Duration, tolerance: Duration, _ action: @escaping @Sendable () -> Void
    ) -> Disposable {
      let handle = time.schedule(after: delay, tolerance: tolerance, action)
      let interruption = interruption.withLock { $0.take() }
      interruption?()
      return handle
    }
  }

  // MARK: When the source has completed

  @Test(arguments: [ShareResets.completion, [.completion, .failure], .noSubscribers, [.failure, .noSubscribers]])
  func afterCompletionTheNextSubscriberStartsANewRun(_ resets: ShareResets) {
    let shared = source.signal.share(replay: 1, resettingOn: resets)
    let first = Recorder(shared)
    source.run.complete()
    #expect(first.events == [.next(10), .completed])
    #expect(source.log.all == ["start 1", "stop 1"])
    #expect(Recorder(shared).values == [20])
  }

  @Test func withoutThoseResetsCompletionIsRemembered() {
    let shared = source.signal.share(replay: 1, resettingOn: .failure)
    let first = Recorder(shared)
    source.run.complete()
    #expect(Recorder(shared).events == [.next(10), .completed])
    #expect(first.events == [.next(10), .completed])
    #expect(source.log.all == ["start 1", "stop 1"])
  }

  @Test func inTheGracePeriodCompletionIsRemembered() {
    let shared = source.signal.share(replay: 1, keepAlive: time.ticks(3), on: time)
    let first = Recorder(shared)
    source.run.send(11)
    source.run.complete()
    time.advance(by: time.ticks(2))
    #expect(Recorder(shared).events == [.next(11), .completed])
    time.advance(by: time.ticks(3))
    #expect(Recorder(shared).values == [20])
    #expect(first.values == [10, 11])
  }

  @Test func thatResetForgetsACompletedRunInTheGracePeriod() {
    let shared = source.signal.share(
      replay: 1, resettingOn: [.completion, .noSubscribers], keepAlive: time.ticks(3), on: time)
    let first = Recorder(shared)
    source.run.complete()
    #expect(Recorder(shared).values == [20])
    #expect(first.completion == .completed)
  }

  // MARK: When the source has failed

  @Test(arguments: [ShareResets.failure, [.completion, .failure], .noSubscribers, [.failure, .noSubscribers]])
  func afterAFailureTheNextSubscriberStartsANewRun(_ resets: ShareResets) {
    let shared = source.signal.share(replay: 1, resettingOn: resets)
    let first = Recorder(shared)
    source.run.fail(TestFailure("over"))
    #expect(first.events == [.next(10), .failed(TestFailure("over"))])
    let second = Recorder(shared)
    #expect(second.values == [20])
    #expect(source.log.all == ["start 1", "stop 1", "start 2"])
  }

  @Test func withoutThoseResetsAFailureIsRemembered() {
    let shared = source.signal.share(replay: 1, resettingOn: .completion)
    let first = Recorder(shared)
    source.run.fail(TestFailure("over"))
    #expect(Recorder(shared).events == [.next(10), .failed(TestFailure("over"))])
    #expect(first.completion == .failed(TestFailure("over")))
    #expect(source.log.all == ["start 1", "stop 1"])
  }

  @Test func inTheGracePeriodAFailureIsRememberedOnlyWithoutItsReset() {
    let forgetful = source.signal.share(replay: 1, keepAlive: time.ticks(3), on: time)
    let first = Recorder(forgetful)
    source.run.fail(TestFailure("over"))
    #expect(Recorder(forgetful).values == [20])
    let mindful = source.signal.share(replay: 1, resettingOn: .noSubscribers, keepAlive: time.ticks(3), on: time)
    let second = Recorder(mindful)
    source.run.fail(TestFailure("over"))
    #expect(Recorder(mindful).events == [.next(30), .failed(TestFailure("over"))])
    time.advance(by: time.ticks(3))
    #expect(Recorder(mindful).values == [40])
    #expect(first.values == [10])
    #expect(second.values == [30])
  }

  // MARK: Never reset

  @Test func withNoResetsThereIsOneRunForEver() {
    let shared = source.signal.share(replay: 1, resettingOn: [])
    Recorder(shared).dispose()
    source.run.send(11)
    source.run.complete()
    #expect(Recorder(shared).events == [.next(11), .completed])
    #expect(source.log.all == ["start 1", "stop 1"])
  }

  // MARK: In between

  /// The run is forgotten before its end is delivered. So a subscriber that subscribes again immediately does not loop.
  @Test func aSubscriptionDuringTheEndStartsANewRun() {
    let shared = source.signal.share(replay: 1)
    let log = Log<String>()
    shared.subscribe(
      next: { log.append("a\($0)") },
      failed: { _ in shared.subscribe(next: { log.append("again \($0)") }, failed: { _ in }) })
    let other = Recorder(shared)
    source.run.fail(TestFailure("over"))
    #expect(log.all == ["a10", "again 20"])
    #expect(other.events == [.next(10), .failed(TestFailure("over"))])
  }

  @Test func aSynchronousSourceStopsWhenItsSubscribersHaveGone() {
    let shared = Signal<Int, Never>(0..<1_000_000).share()
    #expect(Recorder(shared, disposingAfter: 3).values == [0, 1, 2])
    let whole = Recorder(Signal<Int, Never>(0..<5).share(replay: 2))
    #expect(whole.events.count == 6)
  }

  @Test func aRunThatIsForgottenIsReleased() {
    let probe = LifetimeProbe()
    let time = self.time
    let shared = {
      let object = probe.object()
      return Signal<LifetimeProbe.Object, Never> { observer in
        observer.send(object)
        observer.send(probe.object())
      }.share(replay: 2, keepAlive: time.ticks(3), on: time)
    }()
    Recorder(shared).dispose()
    #expect(probe.liveCount == 2)
    time.advance(by: time.ticks(3))
    #expect(probe.liveCount == 1)
    withExtendedLifetime(shared) {}
  }

  @Test func subscribersFromManyThreadsAllReceiveTheirRun() {
    let (runs, teardowns, heard) = (Counter(), Counter(), Counter())
    let shared = Signal<Int, Never> { observer in
      runs.add()
      observer.send(1)
      return Disposable { teardowns.add() }
    }.share(replay: 1)
    onThreads(4) { _ in
      for _ in 0..<2_000 {
        let hears = Milestone()
        let handle = shared.subscribe { _ in
          heard.add()
          hears.reach()
        }
        hears.wait()
        handle.dispose()
      }
    }
    #expect(heard.count == 8_000)
    #expect(runs.count == teardowns.count)
  }

  @Test func impossibleArgumentsTrap() async {
    await #expect(processExitsWith: .failure) { _ = Signal<Int, Never>.never.share(replay: -1) }
    await #expect(processExitsWith: .failure) {
      _ = Signal<Int, Never>.never.share(keepAlive: .zero, on: TestScheduler())
    }
  }
}
