import Operators
import StreamTesting
import TestSupport
import Testing

/// The common behaviour of all strategies, and the picture of each.
@Suite struct FlatMapTests {
  static let strategies: [FlattenStrategy] = [
    .merge, .merge(maxConcurrent: 3), .ordered(maxConcurrent: 3), .concat, .latest, .first,
  ]

  @Test func picture() {
    let expected: [(FlattenStrategy, String)] = [
      (.merge, "1--1--(12)--2--2|"), (.concat, "1--1--12--2--2|"),
      (.ordered(maxConcurrent: 2), "1--1--12-2--2|"), (.latest, "1--1--2--2--2|"),
      (.first, "1--1--1----|"),
    ]
    for (strategy, result) in expected {
      marbles {
        "1-----2----|"
        "n--n--n|"
        result
      } through: { source, each, _ in
        source.flatMap(strategy) { value in each.map { _ in value } }
      }
    }
  }

  @Test(arguments: strategies) func aFailureOfTheSourceOrOfAnInnerStreamEndsIt(strategy: FlattenStrategy) {
    marbles {
      "1----#"
      "n--n--n|"
      "1--1-#"
    } through: { source, each, _ in
      source.flatMap(strategy) { value in each.map { _ in value } }
    }
    marbles {
      "1----|"
      "n--#"
      "1--#"
    } through: { source, each, _ in
      source.flatMap(strategy) { value in each.map { _ in value } }
    }
  }

  @Test func shortNames() {
    let source = Signal<Int, Never>([1, 2])
    #expect(values(source.concatMap { Signal([$0, $0]) }) == [1, 1, 2, 2])
    #expect(values(source.flatMapLatest { Signal([$0, $0]) }) == [1, 1, 2, 2])
    #expect(values(source.flatMapFirst { Signal([$0, $0]) }) == [1, 1, 2, 2])
    #expect(values(source.flatMap(.merge(maxConcurrent: 1)) { Signal([$0, $0]) }) == [1, 1, 2, 2])
  }

  @Test(arguments: strategies) func completionWaitsForTheSourceAndEveryInnerStream(strategy: FlattenStrategy) {
    let source = Subject<Int, Never>()
    let inner = Subject<Int, Never>()
    let recorder = Recorder(source.flatMap(strategy) { _ in inner.signal })
    source.send(1)
    inner.complete()
    #expect(recorder.completion == nil)
    source.complete()
    #expect(recorder.completion == .completed)
    let (again, slow) = (Subject<Int, Never>(), Subject<Int, Never>())
    let other = Recorder(again.flatMap(strategy) { _ in slow.signal })
    again.send(1)
    again.complete()
    #expect(other.completion == nil)
    slow.send(5)
    slow.complete()
    #expect(other.events == [.next(5), .completed])
  }

  @Test(arguments: strategies) func disposingFromInsideAnInnerSubscription(strategy: FlattenStrategy) {
    let handle = SerialDisposable()
    let inner = Signal<Int, Never>(attaching: { sink, subscription in
      handle.dispose()
      #expect(subscription.isDisposed)
    })
    let source = Subject<Int, Never>()
    handle.inner = source.flatMap(strategy) { _ in inner }.subscribe { _ in }
    source.send(1)
    source.send(2)
    #expect(handle.isDisposed)
  }

  @Test(arguments: strategies) func afterAnInnerFailureTheClosureIsNotCalledAgain(strategy: FlattenStrategy) {
    let tally = Tally()
    let recorder = Recorder(
      Signal(0..<10).promoteFailure(to: TestFailure.self).flatMap(strategy) { _ in
        tally.up()
        return Signal<Int, TestFailure>.fail(TestFailure())
      })
    #expect(recorder.completion == .failed(TestFailure()))
    #expect(tally.count == 1)
  }

  @Test(arguments: strategies) func disposingDisposesSourceAndInner(strategy: FlattenStrategy) {
    let diary = Diary()
    let (source, inner) = (Subject<Int, Never>(), Subject<Int, Never>())
    let recorder = Recorder(diary.watch("s", source.signal).flatMap(strategy) { _ in diary.watch("i", inner.signal) })
    source.send(1)
    #expect(diary.all == ["+s", "+i"])
    recorder.dispose()
    #expect(diary.all.sorted() == ["+i", "+s", "-i", "-s"])
  }

  /// Even if the current inner stream is slow to release its subscriber.
  @Test func disposingFreesTheInnerStreamsThatWait() {
    let probe = LifetimeProbe()
    let kept = Lock<[Sink<Int, Never>]>([])
    let slow = Signal<Int, Never>(attaching: { sink, _ in kept.withLock { $0.append(sink) } })
    let source = Subject<Int, Never>()
    let recorder = Recorder(
      source.concatMap { number in
        let object = probe.object()
        return number == 0 ? slow : Signal<Int, Never>.never.initially { object.touch() }
      })
    for number in 0...2 { source.send(number) }
    #expect(probe.liveCount == 2)
    recorder.dispose()
    #expect(probe.liveCount == 0)
    #expect(kept.withLock { $0.count } == 1)
  }

  @Test(arguments: strategies) func aFailureOfTheSourceEndsTheInnerStream(strategy: FlattenStrategy) {
    let (source, inner) = (Subject<Int, TestFailure>(), Subject<Int, TestFailure>())
    let recorder = Recorder(source.flatMap(strategy) { _ in inner.signal })
    source.send(1)
    inner.send(2)
    source.fail(TestFailure())
    inner.send(3)
    #expect(recorder.events == [.next(2), .failed(TestFailure())])
  }

  @Test(.long, arguments: strategies) func aMillionInnerStreamsOnASmallStack(strategy: FlattenStrategy) {
    let sum = withSmallStack {
      let tally = Tally()
      Signal(0..<1_000_000).flatMap(strategy) { Signal<Int, Never>.just($0) }.subscribe { _ in tally.up() }
      return tally.count
    }
    #expect(sum == 1_000_000)
  }

  /// While the first inner stream runs, a million streams that complete synchronously are queued.
  @Test(.long, arguments: [1, 3]) func aMillionWaitingStreamsOnASmallStack(count: Int) {
    let total = withSmallStack {
      let tally = Tally()
      let first = Subject<Int, Never>()
      let stream = Signal(0..<1_000_000).flatMap(.merge(maxConcurrent: count)) { number in
        number < count ? first.signal : .just(number)
      }
      let recorder = stream.subscribe(next: { _ in tally.up() }, completed: {})
      first.complete()
      #expect(recorder.isDisposed)
      return tally.count
    }
    #expect(total == 1_000_000 - count)
  }

  @Test(arguments: strategies) func battery(strategy: FlattenStrategy) {
    Battery.check("flatMap(\(strategy)) of just") { (input: Signal<Int, TestFailure>) in
      input.flatMap(strategy) { Signal<Int, TestFailure>.just($0) }
    }
    Battery.check("flatMap(\(strategy)) as the inner stream") { (input: Signal<Int, TestFailure>) in
      Signal<Int, TestFailure>.just(0).flatMap(strategy) { _ in input }
    }
  }
}
