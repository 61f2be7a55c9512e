import Foundation
import Operators
import StreamTesting
import TestSupport
import Testing

struct SubscribeOnTests {
  @Test func picture() {
    let time = TestScheduler()
    let source = time.cold("1-2-|")
    let recorder = Recorder(source.subscribe(on: time), on: time)
    #expect(source.subscriptions.isEmpty)
    time.run()
    source.expectSubscriptions("^---!")
    #expect(recorder.marbles == "1-2-|")
  }

  @Test func aFailurePasses() {
    marbles {
      "1-#"
      "1-#"
    } through: { input, time in
      input.subscribe(on: time)
    }
  }

  @Test func disposingBeforeItsTurnTakesTheSubscribingBack() {
    let time = TestScheduler()
    let source = time.cold("1-2-|")
    let recorder = Recorder(source.subscribe(on: time), on: time)
    recorder.dispose()
    #expect(time.pendingCount == 0)
    time.run()
    #expect(source.subscriptions.isEmpty)
  }

  @MainActor
  @Test func aSourceThatSendsWhileSubscribedToSendsOnTheScheduler() async {
    let source = Signal<Int, Never> { @Sendable observer in
      MainActor.preconditionIsolated()
      observer.send(1)
      observer.complete()
    }
    let stream = source.subscribe(on: .mainAsync)
    let recorder = await Task.detached { Recorder(stream) }.value
    await recorder.waitForEnd()
    #expect(recorder.values == [1])
  }

  /// The subscriber is still in `subscribe` when the action runs.
  @Test func theSourceStartsOnTheSchedulerAlsoIfTheActionRunsBeforeSubscribingHasReturned() {
    let (here, startsHere) = (ObjectIdentifier(Thread.current), Notes<Bool>())
    let source = Signal<Int, Never> { observer in
      startsHere.add(ObjectIdentifier(Thread.current) == here)
      observer.complete()
    }
    let scheduler = ElsewhereScheduler()
    let twice = source.then { source.subscribe(on: scheduler) }
    let streams = [
      source.subscribe(on: scheduler), source.delaySubscription(for: .zero, on: scheduler), twice,
      twice.subscribe(on: scheduler),
    ]
    let recorders = streams.map { Recorder($0) }
    #expect(recorders.map(\.marbles) == ["|", "|", "|", "|"])
    #expect(startsHere.all == [false, false, true, false, false, false])
  }

  /// `+startLazilyWithScheduler:block:` of the original.
  @Test func startedLazilyItRunsOnceOnTheSchedulerAndNotBeforeTheFirstSubscriber() {
    let time = TestScheduler()
    let runs = Counter()
    let stream = started(runs).subscribe(on: time).replayLazily()
    time.run()
    #expect(runs.count == 0)
    let recorders = (0..<3).map { _ in Recorder(stream) }
    #expect(runs.count == 0)
    time.run()
    #expect(runs.count == 1)
    #expect(recorders.map(\.values) == [[1], [1], [1]])
  }

  /// `+startEagerlyWithScheduler:block:` of the original.
  @Test func startedEagerlyItRunsOnceWithoutASubscriber() {
    let time = TestScheduler()
    let runs = Counter()
    let stream = started(runs).subscribe(on: time).replay()
    #expect(runs.count == 0)
    time.run()
    #expect(runs.count == 1)
    #expect((0..<3).map { _ in values(stream) } == [[1], [1], [1]])
    #expect(runs.count == 1)
  }

  private func started(_ runs: Counter) -> Signal<Int, Never> {
    .deferred {
      runs.up()
      return .just(1)
    }
  }

  /// A departure: the original moves all subscriptions from unknown threads to one shared queue.
  ///
  /// A body that waits there blocks the others.
  @Test func aBodyThatWaitsBlocksNoOtherBody() {
    let (hasBegun, mayGoOn, isOver) = (Latch(), Latch(), Latch())
    let waiting = Signal<Int, Never> { @Sendable observer in
      hasBegun.open()
      mayGoOn.wait()
      observer.send(1)
      observer.complete()
    }
    let notes = Notes<Int>()
    Thread.detachNewThread {
      waiting.subscribe(next: { notes.add($0) }, completed: { isOver.open() })
    }
    hasBegun.wait()
    #expect(withSmallStack { values(Signal<Int, Never>.just(2)) } == [2])
    #expect(notes.all.isEmpty)
    mayGoOn.open()
    isOver.wait()
    #expect(notes.all == [1])
  }

  @Test func roundsThatFollowEachOtherOnASchedulerKeepOneAction() {
    let time = CountingScheduler()
    keepsOneAction(time) {
      $0.subscribe(on: time)
    } after: { round, next in
      round.then(next)
    }
    keepsOneAction(time) {
      $0.subscribe(on: time)
    } after: { round, next in
      round.promoteFailure().then { Signal<Int, TestFailure>.fail(TestFailure()) }.catch { _ in next() }
    }
  }

  @Test func battery() {
    let time = TestScheduler()
    Battery.check("subscribe on", .usesTime(time)) { (input: Signal<Int, TestFailure>) in input.subscribe(on: time) }
  }
}

struct DelaySubscriptionADelayTests {
  @Test func picture() {
    marbles {
      "1-2|"
      "---1-2|"
    } through: { input, time in
      input.delaySubscription(for: time.ticks(3), on: time)
    }
  }

  @Test func aNegativeDelayTraps() async {
    await #expect(processExitsWith: .failure) { _ = Signal<Int, Never>.never.delaySubscription(for: .seconds(-1)) }
  }

  @Test func roundsThatFollowEachOtherAfterADelayKeepOneTimer() {
    let time = CountingScheduler()
    let delay = time.time.ticks(1)
    keepsOneAction(time) {
      $0.delaySubscription(for: delay, on: time)
    } after: { round, next in
      round.then(next)
    }
  }

  @Test func repetitionsKeepOneTimer() {
    let time = CountingScheduler()
    let delay = time.time.ticks(1)
    let rounds = Counter()
    let source = Signal<Int, TestFailure>.deferred {
      rounds.up()
      return rounds.count % 2 == 0 ? .empty : .fail(TestFailure())
    }
    let stream = source.retry(.constant(delay), on: time).repeat(.constant(delay), on: time)
    let watching = stream.ignoreFailure().subscribe { _ in }
    time.time.advance(by: time.time.ticks(10_000))
    #expect(rounds.count >= 10_000)
    #expect(time.kept.liveCount <= 2)
    watching.dispose()
  }

  @Test func aDelayShiftsAList() {
    compareWithLists { streams, time, n in
      streams[0].delaySubscription(for: time.ticks(n), on: time)
    } _: { tables, n in
      (tables[0].moments.map { ($0.tick + n, $0.value) }, tables[0].end + n)
    }
  }

  @Test func battery() {
    let time = TestScheduler()
    Battery.check("subscribe after a delay", .usesTime(time)) { (input: Signal<Int, TestFailure>) in
      input.delaySubscription(for: time.ticks(2), on: time)
    }
  }
}

/// A scheduler that runs each action on a new thread before `schedule` returns.
private struct ElsewhereScheduler: Scheduler {
  var clock: ContinuousClock { ContinuousClock() }

  func schedule(_ action: @escaping @Sendable () -> Void) -> Disposable {
    elsewhere(action)
    return .disposed
  }

  func schedule(after delay: Duration, tolerance: Duration, _ action: @escaping @Sendable () -> Void) -> Disposable {
    schedule(action)
  }
}

/// A scheduler that counts the actions whose handles are retained.
private struct CountingScheduler: Scheduler {
  let time = TestScheduler()
  let kept = LifetimeProbe()

  var clock: TestScheduler { time }

  func schedule(_ action: @escaping @Sendable () -> Void) -> Disposable { counted(time.schedule(action)) }

  func schedule(after delay: Duration, tolerance: Duration, _ action: @escaping @Sendable () -> Void) -> Disposable {
    counted(time.schedule(after: delay, tolerance: tolerance, action))
  }

  private func counted(_ handle: Disposable) -> Disposable {
    Disposable { [object = kept.object()] in
      object.touch()
      handle.dispose()
    }
  }
}

/// Runs a stream that `after` continues with itself, 10,000 times, each time moved by `move`.
private func keepsOneAction(
  _ time: CountingScheduler, _ move: @escaping @Sendable (Signal<Int, Never>) -> Signal<Int, Never>,
  after: (Signal<Int, Never>, @escaping @Sendable () -> Signal<Int, Never>) -> Signal<Int, Never>
) {
  let (rounds, itself) = (Counter(), Lock<Signal<Int, Never>?>(nil))
  let round = Signal<Int, Never>.deferred {
    rounds.up()
    return .empty
  }
  let stream = after(round) { move(rounds.count < 10_000 ? itself.withLock { $0 } ?? .never : .never) }
  itself.withLock { $0 = stream }
  let watching = stream.subscribe { _ in }
  time.time.advance(by: time.time.ticks(20_000))
  #expect(rounds.count == 10_000)
  #expect(time.kept.liveCount <= 2)
  watching.dispose()
  #expect(time.kept.liveCount == 0)
  itself.withLock { $0 = nil }
}
