import Operators
import StreamTesting
import Synchronization
import Testing

struct SwitchIfEmptyTests {
  @Test func aStreamThatIsItsOwnReplacement() {
    withSmallStack {
      let runs = Atomic(0)
      let itself = Lock<Signal<Int, Never>?>(nil)
      let stream = Signal<Int, Never>.deferred {
        runs.add(1, ordering: .relaxed).newValue < 100_000 ? .empty : .just(1)
      }
      .switchIfEmpty(to: Signal.deferred { itself.withLock { $0 } ?? .never })
      itself.withLock { $0 = stream }
      #expect(Recorder(stream).events == [.next(1), .completed])
      itself.withLock { $0 = nil }
    }
  }

  @Test func picture() {
    marbles {
      "---|"
      "1-2|"
      "---1-2|"
    } through: { source, other, _ in
      source.switchIfEmpty(to: other)
    }
  }

  @Test func aValueMakesItUnnecessary() {
    let time = TestScheduler()
    let (source, other) = (time.cold("-1-|"), time.cold("2|"))
    expectMarbles("-1-|", source.switchIfEmpty(to: other), on: time)
    #expect(other.subscriptions.isEmpty)
  }

  @Test func aFailureIsNotEmptinessAndTheOthersPasses() {
    marbles {
      "--#"
      "1-2|"
      "--#"
    } through: { source, other, _ in
      source.switchIfEmpty(to: other)
    }
    marbles {
      "--|"
      "1-#"
      "--1-#"
    } through: { source, other, _ in
      source.switchIfEmpty(to: other)
    }
  }

  @Test func disposingReachesTheStreamWhoseTurnItIs() {
    let time = TestScheduler()
    let (source, other) = (time.cold("--|"), time.cold("-1-2|"))
    let recorder = Recorder(source.switchIfEmpty(to: other), on: time)
    recorder.dispose(at: .init(offset: time.ticks(4)), on: time)
    time.run()
    source.expectSubscriptions("^-!")
    other.expectSubscriptions("--^-!")
    #expect(recorder.marbles == "---1")
  }

  @Test func theSourceIsTornDownFirst() {
    let diary = Diary()
    let stream = diary.watch("a", Signal<Int, Never>.empty).switchIfEmpty(to: diary.watch("b", .just(1)))
    #expect(values(stream) == [1])
    #expect(diary.all == ["+a", "-a", "+b", "-b"])
  }

  @Test func battery() {
    Battery.check("switchIfEmpty") { (input: Signal<Int, TestFailure>) in input.switchIfEmpty(to: Failing.just(9)) }
    Battery.check("switchIfEmpty, the other") { (input: Signal<Int, TestFailure>) in
      Failing.empty.switchIfEmpty(to: input)
    }
  }
}
