import Operators
import StreamTesting
import Testing

/// `concatMap` and `flatMap(.merge(maxConcurrent:))`: one inner stream at a time, or a few.
@Suite struct ConcatMapTests {
  @Test func onlySoManyAreSubscribedToAlsoAfterTheSourceHasCompleted() {
    let diary = Diary()
    let inner = [Subject<Int, Never>(), Subject<Int, Never>(), Subject<Int, Never>()]
    let source = Subject<Int, Never>()
    let recorder = Recorder(source.concatMap { diary.watch("\($0)", inner[$0].signal) })
    for number in 0..<3 { source.send(number) }
    source.complete()
    #expect(diary.all == ["+0"])
    inner[0].send(1)
    inner[1].send(9)
    inner[0].complete()
    #expect(diary.all == ["+0", "-0", "+1"])
    inner[1].send(2)
    inner[1].complete()
    inner[2].send(3)
    #expect(recorder.completion == nil)
    inner[2].complete()
    #expect(recorder.events == [.next(1), .next(2), .next(3), .completed])
  }

  @Test func withoutALimitAllAreSubscribedToAsTheyArrive() {
    let diary = Diary()
    let recorder = Recorder(
      Signal([0, 1, 2]).flatMap(.merge) { diary.watch("\($0)", Signal<Int, Never>.never) })
    #expect(diary.all == ["+0", "+1", "+2"])
    recorder.dispose()
  }

  @Test func twoAtATime() {
    let diary = Diary()
    let inner = (0..<4).map { _ in Subject<Int, Never>() }
    let recorder = Recorder(
      Signal(0..<4).flatMap(.merge(maxConcurrent: 2)) { diary.watch("\($0)", inner[$0].signal) })
    #expect(diary.all == ["+0", "+1"])
    inner[1].complete()
    #expect(diary.all == ["+0", "+1", "-1", "+2"])
    inner[0].complete()
    #expect(diary.all.suffix(2) == ["-0", "+3"])
    inner[2].complete()
    inner[3].complete()
    #expect(recorder.completion == .completed)
  }

  @Test func aLastQueuedStreamThatEndsSynchronouslyEndsTheResult() {
    let (source, first) = (Subject<Int, Never>(), Subject<Int, Never>())
    let recorder = Recorder(source.concatMap { $0 == 0 ? first.signal : .just($0) })
    source.send(0)
    source.send(1)
    source.complete()
    first.complete()
    #expect(recorder.isDisposed)
    #expect(recorder.events == [.next(1), .completed])
  }

  /// The trigger depends on the flattened streams; the queue must not resume.
  @Test func cutByATriggerThatTheOutputFires() {
    for _ in 0..<100 {
      let tally = Tally()
      let (first, trigger) = (Subject<Int, Never>(), Subject<Void, Never>())
      let streams = [
        first.signal, Signal<Int, Never>.just(2),
        .deferred {
          tally.up(); return .just(3)
        },
      ]
      let recorder = Recorder(
        Signal(0..<3).concatMap { streams[$0] }.map { value in
          if value == 2 { trigger.send(()) }
          return value
        }.take(until: trigger))
      first.send(1)
      first.complete()
      #expect(recorder.completion == .completed)
      #expect(recorder.values.first == 1)
      #expect(tally.count == 0)
    }
  }

  @Test func failuresPassAndDisposingReachesTheStreamThatCameLater() {
    let diary = Diary()
    let (source, one, two) = (
      Subject<Int, TestFailure>(), Subject<Int, TestFailure>(), Subject<Int, TestFailure>()
    )
    let stream = source.concatMap { diary.watch("\($0)", $0 == 1 ? one.signal : two.signal) }
    let recorder = Recorder(stream)
    source.send(1)
    one.complete()
    source.send(2)
    #expect(diary.all == ["+1", "-1", "+2"])
    recorder.dispose()
    #expect(diary.all == ["+1", "-1", "+2", "-2"])
    let failing = Recorder(source.concatMap { _ in two.signal })
    source.send(1)
    two.fail(TestFailure())
    #expect(failing.completion == .failed(TestFailure()))
  }

  @Test func aCountBelowOneTraps() async {
    await #expect(processExitsWith: .failure) { _ = FlattenStrategy.merge(maxConcurrent: 0) }
  }

  @Test func picture() {
    marbles {
      "1-----2----|"
      "n--n--n|"
      "1--1--12--2--2|"
    } through: { source, each, _ in
      source.concatMap { value in each.map { _ in value } }
    }
  }

  @Test func battery() {
    Battery.check("concatMap") { (input: Signal<Int, TestFailure>) in input.concatMap { Failing.just($0) } }
    Battery.check("concat of later streams") { (input: Signal<Int, TestFailure>) in
      Failing.just(0).concatMap { _ in input }
    }
  }
}
