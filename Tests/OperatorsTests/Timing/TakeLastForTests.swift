import Operators
import StreamTesting
import Testing

struct TakeLastForTests {
  @Test func picture() {
    marbles {
      "a---b-c-|"
      "--------(bc|)"
    } through: { input, time in
      input.take(last: time.ticks(5), on: time)
    }
  }

  @Test func aLimitKeepsTheNewest() {
    marbles {
      "abcd|"
      "----(cd|)"
    } through: { input, time in
      input.take(last: time.ticks(9), limit: 2, on: time)
    }
  }

  @Test func aFailureLosesThem() {
    marbles {
      "abc#"
      "---#"
    } through: { input, time in
      input.take(last: time.ticks(9), on: time)
    }
  }

  @Test func likeTheEndOfAList() {
    compareWithLists { streams, time, n in
      streams[0].take(last: time.ticks(2 * n), on: time)
    } _: { tables, n in
      let end = tables[0].end
      return (tables[0].moments.filter { $0.tick >= end - 2 * n }.map { (end, $0.value) }, end)
    }
  }

  @Test func badArgumentsTrap() async {
    await #expect(processExitsWith: .failure) { _ = Signal<Int, Never>.never.take(last: .seconds(-1)) }
    await #expect(processExitsWith: .failure) { _ = Signal<Int, Never>.never.take(last: .seconds(1), limit: -1) }
  }

  @Test func battery() {
    let time = TestScheduler()
    Battery.check("take(last:) by time", .usesTime(time)) { (input: Signal<Probed, Probed>) in
      input.take(last: time.ticks(9_000), on: time)
    }
  }
}
