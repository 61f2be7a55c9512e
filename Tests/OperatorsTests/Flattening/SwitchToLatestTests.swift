import Operators
import StreamTesting
import TestSupport
import Testing

@Suite struct SwitchToLatestTests {
  @Test func picture() {
    marbles {
      "-1-2-3-4|"
      "-7-8|"
      "a---b-----|"
      "-1-2-7-8--|"
    } through: { a, b, source, _ in
      source.map { $0 == "a" ? a : b }.switchToLatest()
    }
  }

  @Test func aFailureOfTheSourceEndsIt() {
    marbles {
      "-1-2-3-4|"
      "-7-8|"
      "a---b-#"
      "-1-2-7#"
    } through: { a, b, source, _ in
      source.map { $0 == "a" ? a : b }.switchToLatest()
    }
  }

  @Test func completesWhenSourceAndLatestHaveInEitherOrder() {
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

  @Test func theLatestFailsItAndADisplacedOneDoesNot() {
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

  /// A departure: the original treats `nil` as a stream that never sends and never completes. Here a missing stream is
  /// an `Optional`, and `.never` states the intent.
  @Test func aMissingStreamIsNever() {
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

  @Test func twoSubscriptionsAreTwoRunsOfTheSource() {
    let tally = Tally()
    let stream = Signal<Signal<Int, Never>, Never>.deferred { .just(.just(tally.up())) }.switchToLatest()
    #expect(values(stream) == [1])
    #expect(values(stream) == [2])
  }

  @Test(.long) func aMillionStreamsOnASmallStack() {
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
