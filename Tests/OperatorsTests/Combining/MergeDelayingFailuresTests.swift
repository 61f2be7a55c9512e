import Operators
import StreamTesting
import Testing

struct MergeDelayingFailuresTests {
  @Test func picture() {
    marbles {
      "1---#"
      "--2---3-|"
      "1-2---3-#"
    } through: { a, b, _ in
      mergeDelayingFailures(a, b)
    }
  }

  @Test func theFirstOfSeveralFailuresIsSent() {
    let (a, b) = (Subject<Int, TestFailure>(), Subject<Int, TestFailure>())
    let recorder = Recorder(mergeDelayingFailures([a, b]))
    a.fail(TestFailure("a"))
    b.send(1)
    b.fail(TestFailure("b"))
    #expect(recorder.events == [.next(1), .failed(TestFailure("a"))])
  }

  @Test func likeTwoListsInTheOrderOfTime() {
    compareWithLists(2) { streams, _, _ in
      mergeDelayingFailures(streams)
    } _: { tables, _ in
      ((tables[0].moments + tables[1].moments).sorted { $0.tick < $1.tick }, max(tables[0].end, tables[1].end))
    }
  }

  @Test func battery() {
    Battery.check("mergeDelayingFailures") { (input: Signal<Int, TestFailure>) in
      mergeDelayingFailures(input, Failing.empty)
    }
  }
}
