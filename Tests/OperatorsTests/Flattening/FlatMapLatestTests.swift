import Operators
import StreamTesting
import Testing

@Suite struct FlatMapLatestTests {
  @Test func picture() {
    marbles {
      "1-----2----|"
      "n--n--n|"
      "1--1--2--2--2|"
    } through: { source, each, _ in
      source.flatMapLatest { value in each.map { _ in value } }
    }
  }

  /// A departure: the original subscribes to the new stream first.
  @Test func theOldStreamIsDisposedBeforeTheNewOneIsSubscribedTo() {
    let diary = Diary()
    let source = Subject<Int, Never>()
    let recorder = Recorder(source.flatMapLatest { diary.watch("\($0)", Signal<Int, Never>.never) })
    source.send(1)
    source.send(2)
    #expect(diary.all == ["+1", "-1", "+2"])
    recorder.dispose()
  }

  /// A re-entrant value of the old stream is queued at the gate while the new stream replaces it.
  @Test func nothingOfTheOldStreamArrivesOnceTheNewOneHasBeenSubscribedTo() {
    let (source, one, two) = (Subject<Int, Never>(), Subject<Int, Never>(), Subject<Int, Never>())
    let seen = Diary()
    // The handler retains the source, and the source its subscribers: the test disposes to break the cycle.
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

  @Test func battery() {
    Battery.check("flatMapLatest") { (input: Signal<Int, TestFailure>) in input.flatMapLatest { Failing.just($0) } }
  }
}
