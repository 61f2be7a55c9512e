import Operators
import StreamTesting
import Synchronization
import Testing

struct DeliverOnTests {
  /// B20: other work on the scheduler runs in the middle of a long burst.
  @Test(arguments: [BufferPolicy<Int>.unbounded, .newest(2_000), .suspending(10)])
  func anActionDeliversABoundedNumberAndTheNextContinues(_ buffering: BufferPolicy<Int>) {
    let time = TestScheduler()
    let source = Subject<Int, Never>()
    let recorder = Recorder(source.deliver(on: time, buffering: buffering))
    for value in 0..<1_000 { source.send(value) }
    source.complete()
    let other = Lock<Int?>(nil)
    time.schedule { other.withLock { $0 = recorder.values.count } }
    var counts: [Int] = []
    while recorder.completion == nil {
      let before = recorder.values.count
      time.step()
      counts.append(recorder.values.count - before)
    }
    #expect(counts == [256, 0, 256, 256, 232])
    #expect(other.withLock { $0 } == 256)
    #expect(recorder.values == Array(0..<1_000))
  }

  /// Values that an action has taken and left for the next one are released immediately, like all queued values.
  @Test func disposingReleasesTheValuesLeftForTheNextAction() {
    let time = TestScheduler()
    let probe = LifetimeProbe()
    let source = Subject<LifetimeProbe.Object, Never>()
    let subscription = source.deliver(on: time).subscribe { $0.touch() }
    for _ in 0..<500 { source.send(probe.object()) }
    time.step()
    #expect(probe.liveCount == 244)
    subscription.dispose()
    #expect(probe.liveCount == 0)
    #expect(time.pendingCount == 0)
  }

  /// The source may keep the drain after the disposal.
  @Test func disposingReleasesAQueuedFailure() {
    final class Problem: Error {}
    let (subscription, sink) = (Subscription(), Sink<Int, any Error>(next: { _ in }, end: { _ in }))
    let drain = ScheduledDrain(sink, subscription, .unbounded, TestScheduler())
    weak var queued: Problem?
    do {
      let problem = Problem()
      queued = problem
      drain.enqueue(.failed(problem))
    }
    #expect(queued != nil)
    subscription.dispose()
    #expect(queued == nil)
    withExtendedLifetime(drain) {}
  }

  /// A consumer without capacity ends an action in the middle of the values, even if the buffer has no bound.
  @Test func disposingReleasesTheValuesLeftByASuspendedAction() {
    let (time, probe, held) = (TestScheduler(), LifetimeProbe(), Lock<Backpressure.Suspension?>(nil))
    let sink = Sink<LifetimeProbe.Object, Never>(
      next: { _ in held.withLock { $0 = Backpressure.current.map { Backpressure.Suspension($0) } } }, end: { _ in })
    let subscription = Subscription()
    let drain = ScheduledDrain(sink, subscription, .suspending(.max), time)
    for _ in 0..<3 { #expect(drain.enqueue(probe.object())) }
    time.advance()
    #expect(probe.liveCount == 2)
    subscription.dispose()
    #expect(probe.liveCount == 0)
    withExtendedLifetime((drain, held)) {}
  }

  @Test func picture() {
    marbles {
      "-1-2---3-|"
      "-1-2---3-|"
    } through: { input, time in
      input.deliver(on: time)
    }
  }

  @Test func pictureOfALimit() {
    marbles {
      "-(123)---"
      "-(12#)"
    } through: { input, time in
      input.deliver(on: time, limit: 2, failure: MarbleFailure("full"))
    }
  }

  @Test func pictureOfCoalescing() {
    marbles(values: ["a": "123", "b": "56"]) {
      "-(123)-4-(56|)"
      "-a-4-(b|)"
    } through: { input, time in
      input.deliver(on: time, buffering: .coalescing { $0 + $1 })
    }
  }

  @Test func aBurstCostsOneAction() {
    let time = TestScheduler()
    let recorder = Recorder(Signal([1, 2, 3]).deliver(on: time), on: time)
    #expect(recorder.events.isEmpty)
    #expect(time.pendingCount == 1)
    time.advance()
    #expect(recorder.events == [.next(1), .next(2), .next(3), .completed])
  }

  @Test func failuresMoveToo() {
    let time = TestScheduler()
    let recorder = Recorder(Signal<Int, TestFailure>.fail(TestFailure()).deliver(on: time), on: time)
    #expect(recorder.events.isEmpty)
    time.advance()
    #expect(recorder.events == [.failed(TestFailure())])
  }

  @Test(arguments: [
    (BufferPolicy<Int>.unbounded, [1, 2, 3, 4]), (.newest(2), [3, 4]), (.newest(1), [4]), (.oldest(2), [1, 2]),
    (.oldest(9), [1, 2, 3, 4]),
  ])
  func thePolicyDecidesWhichValuesStay(buffering: BufferPolicy<Int>, expected: [Int]) {
    let time = TestScheduler()
    let recorder = Recorder(Signal([1, 2, 3, 4]).deliver(on: time, buffering: buffering), on: time)
    time.advance()
    #expect(recorder.values == expected)
    #expect(recorder.completion == .completed)
  }

  /// The count covers all subscriptions, and all policies with the same counter.
  @Test func droppedValuesAreCounted() {
    let time = TestScheduler()
    let drops = DropCount()
    let newest = Signal(1...5).deliver(on: time, buffering: .newest(2, counting: drops))
    let oldest = Signal(1...5).deliver(on: time, buffering: .oldest(4, counting: drops))
    let recorder = Recorder(newest, on: time)
    #expect(drops.count == 3)
    let other = Recorder(newest, on: time)
    #expect(drops.count == 6)
    let third = Recorder(oldest, on: time)
    #expect(drops.count == 7)
    time.advance()
    #expect(recorder.values == [4, 5])
    #expect(other.values == [4, 5])
    #expect(third.values == [1, 2, 3, 4])
    #expect(drops.count == 7)
  }

  /// Values released by a disposal are not counted as overflow.
  @Test func valuesQueuedAtDisposalAreNotCounted() {
    let time = TestScheduler()
    let drops = DropCount()
    let source = Subject<Int, Never>()
    let recorder = Recorder(source.deliver(on: time, buffering: .newest(2, counting: drops)), on: time)
    (1...3).forEach(source.send)
    recorder.dispose()
    source.send(4)
    #expect(drops.count == 1)
  }

  /// No lock is held while values are combined.
  ///
  /// An action that runs meanwhile finds the queue empty, and a later one delivers the result.
  @Test func theActionMayRunWhileValuesAreCombined() {
    let time = TestScheduler()
    let source = Subject<Int, Never>()
    let recorder = Recorder(
      source.deliver(
        on: time,
        buffering: .coalescing { waiting, new in
          time.advance()
          return waiting + new
        }),
      on: time)
    source.send(1)
    source.send(2)
    #expect(recorder.values.isEmpty)
    #expect(time.pendingCount == 1)
    time.advance()
    #expect(recorder.values == [3])
    source.send(4)
    time.advance()
    #expect(recorder.values == [3, 4])
  }

  @Test func combiningMaySendToItsOwnSource() {
    let time = TestScheduler()
    let source = Subject<Int, Never>()
    let stream = source.deliver(
      on: time,
      buffering: .coalescing { waiting, new in
        if new == 2 { source.send(100) }
        return waiting + new
      })
    let recorder = Recorder(stream, on: time)
    source.send(1)
    source.send(2)
    time.advance()
    #expect(recorder.values == [103])
  }

  @Test func aCombinedValueIsNotDeliveredIfTheClosureDisposes() {
    let time = TestScheduler()
    let source = Subject<Token, Never>()
    let subscription = SerialDisposable()
    let delivered = Counter()
    subscription.inner = source.deliver(
      on: time,
      buffering: .coalescing { _, new in
        subscription.dispose()
        return new
      }
    ).subscribe { _ in delivered.up() }
    weak var last: Token?
    do {
      let token = Token()
      last = token
      source.send(Token())
      source.send(token)
    }
    #expect(last == nil)
    time.advance()
    #expect(delivered.count == 0)
  }

  @Test func newestAlsoReplacesWhileAValueIsBeingDelivered() {
    let time = TestScheduler()
    let source = Subject<Int, Never>()
    let stream = source.deliver(on: time, buffering: .newest(1)).on(next: {
      if $0 == 1 { (2...4).forEach(source.send) }
    })
    let recorder = Recorder(stream, on: time)
    source.send(1)
    time.advance()
    #expect(recorder.values == [1, 4])
  }

  @Test func anOverflowDisposesTheSourceImmediately() {
    let time = TestScheduler()
    let sent = Notes<Int>()
    let source = Signal<Int, TestFailure> { observer in
      for number in 1...9 where observer.isActive {
        sent.add(number)
        observer.send(number)
      }
      observer.complete()
    }
    let recorder = Recorder(source.deliver(on: time, limit: 2, failure: TestFailure("full")), on: time)
    #expect(sent.all == [1, 2, 3])
    time.advance()
    #expect(recorder.events == [.next(1), .next(2), .failed(TestFailure("full"))])
  }

  @Test func disposingReleasesTheQueuedValuesAndTheAction() {
    expectDisposingToRelease { source, time in source.deliver(on: time) }
  }

  /// Without a bound, the values that an action has not delivered yet are released when the disposing handler returns.
  @Test func disposingInAHandlerReleasesTheValuesThatTheActionHasTaken() {
    let time = TestScheduler()
    let source = Subject<Token, Never>()
    let subscription = SerialDisposable()
    let delivered = Notes<Int>()
    subscription.inner = source.deliver(on: time).subscribe(
      next: { _ in
        delivered.add(1)
        subscription.dispose()
      }, completed: {})
    weak var second: Token?
    do {
      let token = Token()
      second = token
      source.send(Token())
      source.send(token)
    }
    #expect(second != nil)
    time.advance()
    #expect(delivered.all == [1])
    #expect(second == nil)
  }

  @Test func aValueThatIsBeingDeliveredTakesNoRoom() {
    let time = TestScheduler()
    let source = Subject<Int, Never>()
    let stream = source.deliver(on: time, buffering: .oldest(2)).on(next: {
      if $0 == 1 { (3...5).forEach(source.send) }
    })
    let recorder = Recorder(stream, on: time)
    source.send(1)
    source.send(2)
    time.advance()
    #expect(recorder.values == [1, 2, 3])
  }

  @Test(arguments: [BufferPolicy<Int>.unbounded, .newest(9), .oldest(9), .suspending(1)])
  func aFailureDoesNotOvertakeValuesSentDuringADelivery(buffering: BufferPolicy<Int>) {
    let time = TestScheduler()
    let source = Subject<Int, TestFailure>()
    let stream = source.deliver(on: time, buffering: buffering).on(next: {
      guard $0 == 1 else { return }
      (3...5).forEach(source.send)
      source.fail(TestFailure())
    })
    let recorder = Recorder(stream, on: time)
    source.send(1)
    source.send(2)
    time.advance()
    #expect(recorder.events == [.next(1), .next(2), .next(3), .next(4), .next(5), .failed(TestFailure())])
  }

  @Test func nothingIsLostWhenThreadsSend() async {
    let source = Subject<Int, Never>()
    let recorder = Recorder(source.deliver(on: .queue()))
    await withTaskGroup { group in
      for task in 0..<4 {
        group.addTask { for number in 0..<1_000 { source.send(task * 1_000 + number) } }
      }
    }
    source.complete()
    await recorder.waitForEnd()
    #expect(recorder.values.sorted() == Array(0..<4_000))
    for task in 0..<4 {
      let own = recorder.values.filter { $0 / 1_000 == task }
      #expect(own == own.sorted())
    }
  }

  @MainActor
  @Test func inlineOnMain() {
    let source = Subject<Int, Never>()
    let recorder = Recorder(source.deliver(on: .main))
    source.send(1)
    #expect(recorder.values == [1])
  }

  @MainActor
  @Test func queuedFromTheBackgroundInOrderAndNotOvertakenFromMain() async {
    let source = Subject<Int, Never>()
    let recorder = Recorder(source.deliver(on: .main))
    // This test blocks the main actor until it awaits, so no value from the background can have been delivered by then.
    withSmallStack { (1...3).forEach(source.send) }
    source.send(4)
    #expect(recorder.values.isEmpty)
    await recorder.waitForValues(4)
    #expect(recorder.values == [1, 2, 3, 4])
  }

  @MainActor
  @Test func aSendFromAHandlerIsQueued() {
    let source = Subject<Int, Never>()
    let depth = Atomic(0)
    let deepest = Atomic(0)
    let stream = source.deliver(on: .main).on(next: { number in
      let now = depth.add(1, ordering: .relaxed).newValue
      deepest.max(now, ordering: .relaxed)
      if number < 3 { source.send(number + 1) }
      depth.subtract(1, ordering: .relaxed)
    })
    let recorder = Recorder(stream)
    source.send(1)
    #expect(recorder.values == [1, 2, 3])
    #expect(deepest.load(ordering: .relaxed) == 1)
  }

  @Test func aBufferWithoutRoomTraps() async {
    await #expect(processExitsWith: .failure) {
      _ = Signal<Int, Never>.never.deliver(on: .main, buffering: .oldest(0))
    }
    await #expect(processExitsWith: .failure) {
      _ = Signal<Int, TestFailure>.never.deliver(on: .main, limit: 0, failure: TestFailure())
    }
  }

  @Test func battery() {
    let time = TestScheduler()
    Battery.check("deliver on", .usesTime(time)) { (input: Signal<Int, TestFailure>) in input.deliver(on: time) }
    Battery.check("deliver on, immediately") { (input: Signal<Int, TestFailure>) in input.deliver(on: .immediate) }
    Battery.check("deliver on, newest", .usesTime(time)) { (input: Signal<Int, TestFailure>) in
      input.deliver(on: time, buffering: .newest(10))
    }
    Battery.check("deliver on, limited", .usesTime(time)) { (input: Signal<Int, TestFailure>) in
      input.deliver(on: time, limit: 1_000_000, failure: TestFailure("late"))
    }
    Battery.check("deliver on, suspending", .usesTime(time)) { (input: Signal<Int, TestFailure>) in
      input.deliver(on: time, buffering: .suspending(2))
    }
    Battery.check("deliver on, suspending, immediately") { (input: Signal<Int, TestFailure>) in
      input.deliver(on: .immediate, buffering: .suspending(1))
    }
  }
}
