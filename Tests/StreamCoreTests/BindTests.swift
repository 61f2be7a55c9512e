import StreamCore
import StreamTesting
import Testing

@Suite struct BindTests {
  private func counting(_ source: Signal<String, Never>) -> Signal<Int, Never> {
    source.bind {
      var count = 0
      return { _, _ in
        defer { count += 1 }
        return .just(count)
      }
    }
  }

  @Test func picture() {
    marbles {
      "1-----2---|"
      "(11)-----(22)---|"
    } through: { source, _ in
      source.bind { { value, _ in Signal([value, value]).promoteFailure() } }
    }
  }

  @Test func pictureOfFlatMap() {
    marbles {
      "1-----2---|"
      "(11)-----(22)---|"
    } through: { source, _ in
      source.flatMap { Signal([$0, $0]).promoteFailure() }
    }
  }

  @Test func aFailureOfTheSourceOrOfAnInnerStreamEndsIt() {
    marbles {
      "1--#"
      "n-n-n|"
      "1-1#"
    } through: { source, each, _ in
      source.bind { { _, _ in each.mapping { _ in 1 } } }
    }
    marbles {
      "1-2---|"
      "n--#"
      "1-1#"
    } through: { source, each, _ in
      source.flatMap { _ in each.mapping { _ in 1 } }
    }
  }

  @Test func theStateOfBindBelongsToTheRun() {
    let signal = counting(Signal(["a", "b", "c"]))
    #expect(signal.values == [0, 1, 2])
    #expect(signal.values == [0, 1, 2])
    let hand = Hand<String, Never>()
    let log = Log<Event<[Int], Never>>()
    counting(hand.signal).zip(counting(hand.signal)).mapping { [$0, $1] }.record(in: log)
    for name in ["a", "b", "c"] { hand.send(name) }
    #expect(log.all == [.next([0, 0]), .next([1, 1]), .next([2, 2])])
  }

  @Test func nilEndsAnEndlessSourceWithoutValues() {
    #expect(naturals.bind { { _, _ -> Signal<Int, Never>? in nil } }.events == [.completed])
  }

  @Test func stopEndsAnEndlessSourceAfterThatStream() {
    let signal = naturals.bind {
      { value, isLast -> Signal<Int, Never>? in
        isLast = value == 2
        return Signal([value, value])
      }
    }
    #expect(signal.events == [0, 0, 1, 1, 2, 2].map { .next($0) } + [.completed])
  }

  @Test func bothAreLikeNil() {
    let signal = naturals.bind {
      { _, isLast -> Signal<Int, Never>? in
        isLast = true
        return nil
      }
    }
    #expect(signal.events == [.completed])
  }

  /// Departure: `flatMap` has no nil to return, the empty stream is spelled.
  @Test func anEmptyInnerStreamLeavesItsNeighboursAlone() {
    let others = Signal<Int, Never>([1, 2, 3]).flatMap { $0 == 2 ? .empty : .just($0) }
    #expect(others.values == [1, 3])
  }

  @Test func aStoppedSourceIsDisposedImmediatelyWhileInnerStreamsContinue() {
    let source = Hand<Int, Never>()
    let inner = Hand<String, Never>()
    let log = Log<Event<String, Never>>()
    source.signal.bind {
      { value, isLast -> Signal<String, Never>? in
        isLast = value == 2
        return inner.signal
      }
    }.record(in: log)
    source.send(1)
    #expect(source.disposals.value == 0)
    source.send(2)
    #expect(source.disposals.value == 1)
    inner.send("x")
    #expect(log.all == [.next("x"), .next("x")])
    inner.complete()
    #expect(log.all.last == .completed)
    #expect(inner.disposals.value == 2)
  }

  @Test func nilDisposesTheSourceToo() {
    let source = Hand<Int, Never>()
    let inner = Hand<Int, Never>()
    let log = Log<Event<Int, Never>>()
    source.signal.bind { { value, _ in value == 1 ? inner.signal : nil } }.record(in: log)
    source.send(1)
    source.send(2)
    #expect(source.disposals.value == 1)
    inner.send(7)
    inner.complete()
    #expect(log.all == [.next(7), .completed])
  }

  @Test func afterAnInnerFailureNoValueReachesTheStep() {
    let steps = Counter()
    let source = Signal<Int, Problem> { observer in
      for value in 0..<10 { observer.send(value) }
      observer.complete()
    }
    let signal = source.flatMap { value in
      steps.add()
      return value == 2 ? Signal<Int, Problem>.fail(Problem()) : .just(value)
    }
    #expect(signal.events == [.next(0), .next(1), .failed(Problem())])
    #expect(steps.value == 3)
  }

  @Test func aFailureOfTheFirstKeepsTheSecondUnsubscribed() {
    let subscribed = Counter()
    let first = Signal<Int, Problem>.fail(Problem())
    let second = Signal<Int, Problem>.deferred {
      subscribed.add()
      return .just(1)
    }
    #expect(Signal([first, second]).promoteFailure(to: Problem.self).flatMap { $0 }.events == [.failed(Problem())])
    #expect(subscribed.value == 0)
  }

  @Test func bindDoesNotLoseLiveInnerStreams() {
    let inner = Hand<Int, Never>()
    let steps = Counter()
    let log = Log<Event<Int, Never>>()
    let careless = Signal<Int, Never> { observer in
      for value in 0..<10 { observer.send(value) }
      observer.complete()
    }
    careless.bind {
      { value, isLast -> Signal<Int, Never>? in
        steps.add()
        isLast = true
        return inner.signal
      }
    }.record(in: log)
    #expect(steps.value == 1)
    #expect(log.all == [])
    inner.send(7)
    inner.complete()
    #expect(log.all == [.next(7), .completed])
  }

  @Test func completionWaitsForTheSourceAndAllInnerStreams() {
    let source = Hand<Int, Never>()
    let inner = Hand<Int, Never>()
    let log = Log<Event<Int, Never>>()
    source.signal.flatMap { _ in inner.signal }.record(in: log)
    source.send(1)
    inner.complete()
    #expect(log.all == [])
    source.send(2)
    source.complete()
    #expect(log.all == [])
    inner.complete()
    #expect(log.all == [.completed])
  }

  @Test func disposingTheResultInsideAnInnerSubscription() {
    let source = Hand<Int, Never>()
    let handle = SerialDisposable()
    let innerTeardowns = Counter()
    let calls = Counter()
    let signal = source.signal.flatMap { _ in
      Signal<Int, Never> { observer in
        handle.dispose()
        observer.send(1)
        return Disposable { innerTeardowns.add() }
      }
    }
    handle.inner = signal.subscribe { _ in calls.add() }
    source.send(1)
    #expect(calls.value == 0)
    #expect(innerTeardowns.value == 1)
    #expect(source.disposals.value == 1)
  }

  /// Departure: a synchronous end in `concat` is handled when the stream's attachment has returned, not inside it.
  /// Otherwise a million rounds would need too much stack (contract 8). After the last asynchronous completion all is
  /// over, as in the original.
  @Test func theResultIsDisposedWhenTheLastCompletionReturns() {
    let source = Hand<Int, Never>()
    let inner = Hand<Int, Never>()
    let disposedAfterEnd = Log<Bool>()
    let handle = SerialDisposable()
    let last = Signal<Int, Never> { observer in
      observer.complete()
      disposedAfterEnd.add(handle.inner?.isDisposed ?? false)
    }
    handle.inner = source.signal.flatMap { _ in inner.signal.concat(last) }.subscribe { _ in }
    source.send(1)
    source.complete()
    #expect(handle.inner?.isDisposed == false)
    inner.complete()
    #expect(handle.inner?.isDisposed == true)
    #expect(disposedAfterEnd.all == [false])
  }

  /// One handle of the whole graph instead of the original's subscriber: the first failure ends both, and nothing
  /// starts later.
  @Test func theFirstFailureEndsAllOfThem() {
    let source = Hand<Int, Problem>()
    let one = Hand<Int, Problem>()
    let other = Hand<Int, Problem>()
    let log = Log<Event<Int, Problem>>()
    source.signal.flatMap { $0 == 1 ? one.signal : other.signal }.record(in: log)
    source.send(1)
    source.send(2)
    one.fail(Problem())
    #expect(log.all == [.failed(Problem())])
    #expect([source.disposals.value, one.disposals.value, other.disposals.value] == [1, 1, 1])
    source.send(2)
    #expect(other.subscriptions == 1)
  }

  /// A long-lived subscriber releases each stream that has ended.
  @Test func endedInnerStreamsAreReleased() {
    let source = Hand<Int, Never>()
    let released = Counter()
    let sum = Counter()
    let subscription = source.signal.flatMap { value in
      Signal<Int, Never> { observer in
        let probe = Probe { released.add() }
        observer.send(value)
        observer.complete()
        return Disposable { probe.touch() }
      }
    }.subscribe { sum.add($0) }
    for value in 1...1_000 { source.send(value) }
    #expect(sum.value == 500_500)
    #expect(released.value == 1_000)
    #expect(!subscription.isDisposed)
  }

  @Test func innerStreamsOnSeveralThreadsAreMergedOneAtATime() async {
    let hands = (0..<4).map { _ in Hand<Int, Never>() }
    let log = Log<Event<Int, Never>>()
    Signal(hands.map(\.signal)).flatMap { $0 }.record(in: log)
    onThreads(4) { index in
      for value in 0..<5_000 { hands[index].send(value * 4 + index) }
      hands[index].complete()
    }
    await until { log.count >= 20_001 }
    #expect(log.count == 20_001)
    #expect(log.all.last == .completed)
    for index in 0..<4 {
      #expect(log.all.compactMap(\.value).filter { $0 % 4 == index }.map { $0 / 4 } == Array(0..<5_000))
    }
  }

  @Test func battery() {
    Battery.check("bind") { (input: Signal<Int, TestFailure>) in
      input.bind { { value, _ in .just(value) } }
    }
    Battery.check("bind that calls a value the last", .finishesEarly) { (input: Signal<Int, TestFailure>) in
      input.bind {
        { value, isLast in
          isLast = value > 2
          return .just(value)
        }
      }
    }
    Battery.check("bind, the inner stream") { (input: Signal<Int, TestFailure>) in
      Signal<Int, TestFailure>.just(0).bind { { _, _ in input } }
    }
  }
}
