import Operators
import StreamTesting
import Testing

@Suite struct CombineLatestTests {
  @Test func picture() {
    marbles(values: ["p": "1x", "q": "1y", "r": "2y"]) {
      "1-----2---|"
      "--x-y----|"
      "--p-q-r---|"
    } through: { a, b, _ in
      combineLatest(a, b) { $0 + $1 }
    }
  }

  @Test func nothingUntilAllHaveSentAndNilIsAValue() {
    let nothing = Signal<Int?, Never>.just(nil)
    let results = values(combineLatest(nothing, nothing, nothing) { [$0, $1, $2] })
    #expect(results == [[nil, nil, nil]])
    let silent = Subject<Int, Never>()
    #expect(values(combineLatest(Signal([1, 2]), silent)).isEmpty)
  }

  @Test func completesWithTheLastAndFailsWithTheFirst() {
    marbles(values: ["x": "ab"]) {
      "a|"
      "--b--|"
      "--x--|"
    } through: { a, b, _ in
      combineLatest(a, b) { $0 + $1 }
    }
    marbles(values: ["x": "ab"]) {
      "a--#"
      "--b--|"
      "--x#"
    } through: { a, b, _ in
      combineLatest(a, b) { $0 + $1 }
    }
    // A stream that completes without a value prevents any result; the other streams are still waited for.
    marbles {
      "|"
      "--b--|"
      "-----|"
    } through: { a, b, _ in
      combineLatest(a, b) { $0 + $1 }
    }
  }

  @Test func aStreamGivenThreeTimesIsSubscribedToThreeTimes() {
    let tally = Tally()
    let numbered = Signal<Int, Never>.deferred { .just(tally.up()) }
    #expect(values(combineLatest(numbered, numbered, numbered) { [$0, $1, $2] }) == [[1, 2, 3]])
    #expect(values(zip(numbered, numbered) { [$0, $1] }) == [[4, 5]])
  }

  /// Defect 44: the documented glitch: the pair in the middle mixes an old and a new value.
  @Test func aSubjectMayStandInSeveralPlaces() {
    let (a, b, c) = (Subject<Int, Never>(), Subject<Int, Never>(), Subject<Int, Never>())
    let recorder = Recorder(combineLatest(a, b, a, c) { [$0, $1, $2, $3] })
    a.send(1)
    b.send(2)
    c.send(3)
    a.send(4)
    #expect(recorder.values == [[1, 2, 1, 3], [4, 2, 1, 3], [4, 2, 4, 3]])
  }

  @Test func nothingCombinedCompletesAndOneGivesArraysOfOne() {
    #expect(Recorder(combineLatest([Signal<Int, Never>]())).completion == .completed)
    #expect(Recorder(merge([Signal<Int, Never>]())).completion == .completed)
    #expect(values(combineLatest([Signal([1, 2])])) == [[1], [2]])
  }

  @Test func nothingIsKeptAfterTheEnd() {
    let probe = LifetimeProbe()
    var subject: Subject<Int, Never>? = Subject()
    weak let weakSubject = subject
    let recorder = Recorder(
      combineLatest(subject!, subject!) { [object = probe.object()] a, b in
        object.touch()
        return a + b
      })
    subject!.send(1)
    #expect(probe.liveCount == 1)
    subject!.complete()
    #expect(recorder.values == [2])
    subject = nil
    #expect(weakSubject == nil)
    #expect(recorder.isDisposed)
    #expect(probe.liveCount == 0)
  }

  @Test func everyNumberOfStreams() {
    let ones = Signal<Int, Never>([1, 2])
    #expect(values(combineLatest(ones, ones) { $0 * 10 + $1 }) == [21, 22])
    #expect(values(combineLatest(ones, ones, ones) { [$0, $1, $2] }).last == [2, 2, 2])
    #expect(values(combineLatest(ones, ones, ones, ones) { [$0, $1, $2, $3] }) == [[2, 2, 2, 1], [2, 2, 2, 2]])
    let five = values(combineLatest(combineLatest(ones, ones), ones, ones, ones))
    #expect(five.count == 2)
    #expect(five.last!.0 == (2, 2) && five.last!.3 == 2)
    #expect(values(ones.combineLatest(ones)).map { $0.0 + $0.1 } == [3, 4])
    #expect(values(combineLatest(ones, ones, ones)).last! == (2, 2, 2))
    #expect(values(combineLatest(ones, ones, ones, ones)).last! == (2, 2, 2, 2))
  }

  /// The battery's source orders events differently for each of its subscribers, so it is only one of the two streams.
  @Test func battery() {
    Battery.check("combineLatest") { (input: Signal<Int, TestFailure>) in
      combineLatest(input, Failing.just(0)) { $0 + $1 }
    }
    Battery.check("combineLatest of many") { (input: Signal<Int, TestFailure>) in
      combineLatest([Failing.just(0), input])
    }
  }

  @Test func batteryOfThreeToSix() {
    let one = Failing.just(1)
    Battery.check("combineLatest of three") { (a: Signal<Int, TestFailure>) in
      combineLatest(one, a, one) { [$0, $1, $2] }
    }
    Battery.check("combineLatest of four") { (a: Signal<Int, TestFailure>) in
      combineLatest(one, one, a, one) { [$0, $1, $2, $3] }
    }
    Battery.check("combineLatest of six, nested") { (a: Signal<Int, TestFailure>) in
      combineLatest(combineLatest(one, one), combineLatest(one, one), combineLatest(one, a)) {
        [$0.0, $0.1, $1.0, $1.1, $2.0, $2.1]
      }
    }
  }
}
