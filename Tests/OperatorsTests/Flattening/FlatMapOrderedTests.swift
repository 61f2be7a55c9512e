import Operators
import StreamTesting
import Testing

/// `flatMap(.ordered(maxConcurrent:))`. The picture is in `FlatMapTests`.
struct FlatMapOrderedTests {
  @Test func valuesOfLaterStreamsWaitForEarlierOnes() {
    let inner = (0..<3).map { _ in Subject<Int, Never>() }
    let recorder = Recorder(Signal(0..<3).flatMap(.ordered(maxConcurrent: 3)) { inner[$0].signal })
    inner[2].send(20)
    inner[1].send(10)
    inner[1].complete()
    inner[0].send(0)
    #expect(recorder.values == [0])
    inner[0].complete()
    #expect(recorder.values == [0, 10, 20])
    inner[2].send(21)
    inner[2].complete()
    #expect(recorder.events == [.next(0), .next(10), .next(20), .next(21), .completed])
  }

  @Test func aCompletedStreamKeepsItsPlaceUntilItsValuesAreSent() {
    let diary = Diary()
    let inner = (0..<4).map { _ in Subject<Int, Never>() }
    let recorder = Recorder(
      Signal(0..<4).flatMap(.ordered(maxConcurrent: 2)) { diary.watch("\($0)", inner[$0].signal) })
    inner[1].complete()
    #expect(diary.all == ["+0", "+1", "-1"])
    inner[0].complete()
    #expect(diary.all == ["+0", "+1", "-1", "-0", "+2", "+3"])
    inner[3].complete()
    inner[2].complete()
    #expect(recorder.completion == .completed)
  }

  @Test func aFailureOfALaterStreamPassesImmediately() {
    let inner = (0..<2).map { _ in Subject<Int, TestFailure>() }
    let source = Signal<Int, Never>(0..<2).promoteFailure(to: TestFailure.self)
    let recorder = Recorder(source.flatMap(.ordered(maxConcurrent: 2)) { inner[$0].signal })
    inner[1].fail(TestFailure())
    #expect(recorder.events == [.failed(TestFailure())])
  }

  @Test func likeConcatenatedLists() {
    var random = Random(state: 11)
    for _ in 0..<300 {
      let lists = (0..<random.below(7)).map { lane in (0..<random.below(5)).map { lane * 10 + $0 } }
      let time = TestScheduler()
      // Each value takes some time, synchronous streams included.
      let delays = lists.map { _ in random.below(4) }
      let stream = Signal<Int, Never>(0..<lists.count).flatMap(.ordered(maxConcurrent: 1 + random.below(4))) { lane in
        let list = Signal<Int, Never>(lists[lane])
        return delays[lane] == 0 ? list : list.delay(for: time.ticks(delays[lane]), on: time)
      }
      let recorder = Recorder(stream, on: time)
      time.run()
      #expect(recorder.values == lists.flatMap { $0 })
      #expect(recorder.completion == .completed)
    }
  }

  @Test func aCountBelowOneTraps() async {
    await #expect(processExitsWith: .failure) { _ = FlattenStrategy.ordered(maxConcurrent: 0) }
  }

  @Test func battery() {
    Battery.check("flatMap ordered") { (input: Signal<Int, TestFailure>) in
      input.flatMap(.ordered(maxConcurrent: 2)) { Failing.just($0) }
    }
    Battery.check("flatMap ordered of later streams") { (input: Signal<Int, TestFailure>) in
      Failing.just(0).flatMap(.ordered(maxConcurrent: 2)) { _ in input }
    }
    Battery.check("flatMap ordered of kept values") { (input: Signal<Probed, Probed>) in
      Signal<Int, Never>(0..<2).promoteFailure(to: Probed.self).flatMap(.ordered(maxConcurrent: 2)) { _ in input }
    }
  }
}
