import Operators
import StreamTesting
import TestSupport
import Testing

@Suite struct FlattenTests {
  @Test func picture() {
    marbles {
      "-1---2-3|"
      "-7-8|"
      "-a--b-----|"
      "--1--7283-|"
    } through: { a, b, source, _ in
      source.map { $0 == "a" ? a : b }.flatten()
    }
  }

  @Test func aFailureOfTheSourceOrOfOneOfItsStreamsEndsIt() {
    marbles {
      "-1---2-3|"
      "-7-#"
      "-a--b-----|"
      "--1--72#"
    } through: { a, b, source, _ in
      source.map { $0 == "a" ? a : b }.flatten()
    }
    marbles {
      "-1---2-3|"
      "-7-8|"
      "-a--b-#"
      "--1--7#"
    } through: { a, b, source, _ in
      source.map { $0 == "a" ? a : b }.flatten()
    }
  }

  @Test func everyStrategyAndEveryKindOfStream() {
    let streams = Signal<Signal<Int, Never>, Never>([Signal([1, 2]), .just(3)])
    for strategy in FlatMapTests.strategies {
      #expect(values(streams.flatten(strategy)) == [1, 2, 3])
    }
    #expect(values(streams.switchToLatest()) == [1, 2, 3])
    let subjects = Signal<BehaviorSubject<Int, Never>, Never>([BehaviorSubject(1), BehaviorSubject(2)])
    #expect(values(subjects.flatten()) == [1, 2])
  }

  /// As with `combineLatest`: neither the subjects nor the parts of the stream outlive their ends.
  @Test(arguments: FlatMapTests.strategies) func nothingIsKeptAfterTheEnd(strategy: FlattenStrategy) {
    let probe = LifetimeProbe()
    var source: Subject<Signal<Int, Never>, Never>? = Subject()
    var inner: Subject<Int, Never>? = Subject()
    weak let (weakSource, weakInner) = (source, inner)
    let recorder = Recorder(
      source!.flatten(strategy).map { [object = probe.object()] value in
        object.touch()
        return value
      })
    source!.send(inner!.signal)
    inner!.send(1)
    #expect(probe.liveCount == 1)
    source!.complete()
    inner!.complete()
    #expect(recorder.events == [.next(1), .completed])
    (source, inner) = (nil, nil)
    #expect(weakSource == nil && weakInner == nil)
    #expect(probe.liveCount == 0)
  }

  @Test(.long, arguments: FlatMapTests.strategies) func aMillionStreamsOnASmallStack(strategy: FlattenStrategy) {
    let total = withSmallStack {
      let tally = Tally()
      Signal(repeatElement(Signal<Int, Never>.just(1), count: 1_000_000)).flatten(strategy).subscribe { _ in tally.up()
      }
      return tally.count
    }
    #expect(total == 1_000_000)
  }

  @Test(arguments: FlatMapTests.strategies) func battery(strategy: FlattenStrategy) {
    Battery.check("flatten(\(strategy))") { (input: Signal<Int, TestFailure>) in
      input.map { Failing.just($0) }.flatten(strategy)
    }
  }
}
