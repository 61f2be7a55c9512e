import Operators
import StreamTesting
import Testing

struct KeepAliveTests {
  @Test func picture() {
    marbles {
      "1-------2-|"
      "1--0--0-2-|"
    } through: { input, time in
      input.keepAlive(after: time.ticks(3), on: time) { "0" }
    }
  }

  @Test func theFirstSilenceBeginsWithTheSubscription() {
    marbles {
      "-------1-#"
      "---0--01-#"
    } through: { input, time in
      input.keepAlive(after: time.ticks(3), on: time) { "0" }
    }
  }

  @Test func likeFilledGapsInAList() {
    compareWithLists { streams, time, n in
      // Odd times between even values: no silence ends at the tick of a value.
      streams[0].keepAlive(after: time.ticks(1 + 2 * n), on: time) { -1 }
    } _: { tables, n in
      var (sent, last) = ([Timetable.Moment](), 0)
      for (tick, value) in tables[0].moments.map({ ($0.tick, $0.value) }) + [(tables[0].end, 0)] {
        while last + 1 + 2 * n < tick {
          last += 1 + 2 * n
          sent.append((last, -1))
        }
        // At one tick the value of the table comes first, because it was scheduled first.
        last = tick
        if tick < tables[0].end { sent.append((tick, value)) }
      }
      return (sent, tables[0].end)
    }
  }

  @Test func badArgumentsTrap() async {
    await #expect(processExitsWith: .failure) { _ = Signal<Int, Never>.never.keepAlive(after: .zero) { 0 } }
  }

  @Test func battery() {
    let time = TestScheduler()
    Battery.check("keepAlive", .usesTime(time)) { (input: Signal<Int, TestFailure>) in
      input.keepAlive(after: time.ticks(3_000), on: time) { 0 }
    }
  }
}
