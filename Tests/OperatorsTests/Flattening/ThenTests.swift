import Operators
import StreamTesting
import Synchronization
import Testing

@Suite struct ThenTests {
  @Test func aStreamThatContinuesWithItself() {
    withSmallStack {
      let runs = Atomic(0)
      let itself = Lock<Signal<Int, Never>?>(nil)
      let stream = Signal<Int, Never>.just(0).then {
        let isOver = runs.add(1, ordering: .relaxed).newValue == 100_000
        return isOver ? .just(1) : itself.withLock { $0 } ?? .never
      }
      itself.withLock { $0 = stream }
      #expect(Recorder(stream).events == [.next(1), .completed])
      itself.withLock { $0 = nil }
    }
  }

  @Test func picture() {
    marbles {
      "1-2-3|"
      "7-8|"
      "-----7-8|"
    } through: { source, next, _ in
      source.then { next }
    }
  }

  @Test func aFailureOfTheSourceSkipsTheNextStreamWhoseFailurePasses() {
    marbles {
      "1-2-#"
      "7-8|"
      "----#"
    } through: { source, next, _ in
      source.then { next }
    }
    marbles {
      "1-2|"
      "7-#"
      "---7-#"
    } through: { source, next, _ in
      source.then { next }
    }
  }

  @Test func nextIsMadeForEverySubscriberAfterTheSourceWasTornDown() {
    let diary = Diary()
    let stream = diary.watch("source", Signal<Int, Never>([1])).then {
      diary.note("next")
      return .just("x")
    }
    #expect(values(stream) == ["x"])
    #expect(values(stream) == ["x"])
    #expect(diary.all == ["+source", "-source", "next", "+source", "-source", "next"])
    let failing = Recorder(Failing.fail(TestFailure()).then { Failing.just(1) })
    #expect(failing.events == [.failed(TestFailure())])
  }

  @Test func battery() {
    Battery.check("then", .emitsNothing) { (input: Signal<Int, TestFailure>) in input.then { Failing.empty } }
    Battery.check("then") { (input: Signal<Int, TestFailure>) in Failing.just(0).then { input } }
  }
}
