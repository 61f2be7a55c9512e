import Operators
import StreamTesting
import Testing

struct SpacedTests {
  @Test func picture() {
    marbles {
      "12----34-|"
      "1-2---3-4|"
    } through: { input, time in
      input.spaced(by: time.ticks(2), on: time)
    }
  }

  @Test func completionWaitsForTheValues() {
    marbles {
      "(123)|"
      "1--2--(3|)"
    } through: { input, time in
      input.spaced(by: time.ticks(3), on: time)
    }
  }

  @Test func likeGapsInAList() {
    compareWithLists { streams, time, n in
      streams[0].spaced(by: time.ticks(n), on: time)
    } _: { tables, n in
      var sent: [Timetable.Moment] = []
      for (tick, value) in tables[0].moments {
        sent.append((Swift.max(tick, sent.last.map { $0.tick + n } ?? 0), value))
      }
      return (sent, Swift.max(tables[0].end, sent.last?.tick ?? 0))
    }
  }

  @Test func badArgumentsTrap() async {
    await #expect(processExitsWith: .failure) { _ = Signal<Int, Never>.never.spaced(by: .zero) }
  }

  @Test func battery() {
    let time = TestScheduler()
    Battery.check("spaced", .usesTime(time)) { (input: Signal<Int, TestFailure>) in
      input.spaced(by: .microseconds(1), on: time)
    }
  }
}
