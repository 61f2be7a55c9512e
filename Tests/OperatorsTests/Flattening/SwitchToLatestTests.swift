import Operators
import StreamTesting
import Testing

@Suite struct SwitchToLatestTests {
  @Test func picture() {
    let time = TestScheduler()
    let streams = ["a": time.cold("-1-2-3-4|").signal, "b": time.cold("-7-8|").signal]
    expectMarbles("-1-2-7-8--|", time.cold("a---b-----|").map { streams[$0]! }.switchToLatest(), on: time)
  }

  @Test func b47_completesWhenSourceAndLatestHaveInEitherOrder() {
    for sourceFirst in [true, false] {
      let source = Subject<Signal<Int, TestFailure>, TestFailure>()
      let inner = Subject<Int, TestFailure>()
      let recorder = Recorder(source.switchToLatest())
      source.send(.never)
      source.send(inner.signal)
      if sourceFirst { source.complete() } else { inner.complete() }
      #expect(recorder.completion == nil)
      if sourceFirst { inner.complete() } else { source.complete() }
      #expect(recorder.completion == .completed)
    }
  }

  @Test func b47_theLatestFailsItAndADisplacedOneDoesNot() {
    let source = Subject<Signal<Int, TestFailure>, TestFailure>()
    let (one, two) = (Subject<Int, TestFailure>(), Subject<Int, TestFailure>())
    let recorder = Recorder(source.switchToLatest())
    source.send(one.signal)
    source.send(two.signal)
    one.fail(TestFailure())
    #expect(recorder.completion == nil)
    two.fail(TestFailure())
    #expect(recorder.completion == .failed(TestFailure()))
  }

  /// A departure: where the original takes `nil` for a stream that is silent and does not end, a stream that may be missing is an
  /// `Optional` here, and `.never` says what it is to be.
  @Test func b47_aMissingStreamIsNever() {
    let source = Subject<Signal<Int, TestFailure>?, TestFailure>()
    let inner = Subject<Int, TestFailure>()
    let recorder = Recorder(source.map { $0 ?? .never }.switchToLatest())
    source.send(inner.signal)
    inner.send(1)
    source.send(nil)
    inner.send(2)
    #expect(recorder.events == [.next(1)])
    source.send(inner.signal)
    inner.send(3)
    source.send(nil)
    source.complete()
    #expect(recorder.events == [.next(1), .next(3)])
    recorder.dispose()
  }

  @Test func b48_twoSubscriptionsAreTwoRunsOfTheSource() {
    let tally = Tally()
    let stream = Signal<Signal<Int, Never>, Never>.deferred { .just(.just(tally.up())) }.switchToLatest()
    #expect(values(stream) == [1])
    #expect(values(stream) == [2])
  }

  /// A departure: the original subscribes to the new stream first.
  @Test func b137_theOldStreamIsDisposedBeforeTheNewOneIsSubscribedTo() {
    let diary = Diary()
    let source = Subject<Int, Never>()
    let recorder = Recorder(source.flatMapLatest { diary.watch("\($0)", Signal<Int, Never>.never) })
    source.send(1)
    source.send(2)
    #expect(diary.all == ["+1", "-1", "+2"])
    recorder.dispose()
  }

  /// A re-entrant value of the old stream waits at the gate while the new one takes over.
  @Test func nothingOfTheOldStreamArrivesOnceTheNewOneHasBeenSubscribedTo() {
    let (source, one, two) = (Subject<Int, Never>(), Subject<Int, Never>(), Subject<Int, Never>())
    let seen = Diary()
    // The handler knows the source, and the source its subscribers: one of them has to let go.
    let subscription = source.flatMapLatest { $0 == 1 ? one.signal : two.signal }.subscribe { value in
      seen.note("\(value)")
      if value == 10 {
        source.send(2)
        one.send(11)
        two.send(20)
      }
    }
    source.send(1)
    one.send(10)
    #expect(seen.all == ["10", "20"])
    subscription.dispose()
  }

  @Test func pictureOfFlatMapLatest() {
    FlatMapTests.expect("1--1--2--2--2|") { $0.flatMapLatest($1) }
  }

  @Test func aMillionStreamsOnASmallStack() {
    let total = withSmallStack {
      let tally = Tally()
      Signal(repeatElement(Signal<Int, Never>.just(1), count: 1_000_000)).switchToLatest().subscribe { _ in tally.up() }
      return tally.count
    }
    #expect(total == 1_000_000)
  }

  @Test func battery() {
    Battery.check("switchToLatest") { (input: Signal<Int, TestFailure>) in
      input.map { Failing.just($0) }.switchToLatest()
    }
    Battery.check("switchToLatest, the inner stream") { (input: Signal<Int, TestFailure>) in
      Failing.just(0).map { _ in input }.switchToLatest()
    }
    Battery.check("flatMapLatest") { (input: Signal<Int, TestFailure>) in
      input.flatMapLatest { Failing.just($0) }
    }
  }
}
