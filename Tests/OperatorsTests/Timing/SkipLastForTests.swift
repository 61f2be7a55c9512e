import Operators
import StreamTesting
import Testing

struct SkipLastForTests {
  @Test func picture() {
    marbles {
      "a-b---c-d|"
      "------(ab)--|"
    } through: { input, time in
      input.skip(last: time.ticks(3), on: time)
    }
  }

  @Test func likeTheBeginningOfAList() {
    compareWithLists { streams, time, n in
      streams[0].skip(last: time.ticks(2 * n), on: time)
    } _: { tables, n in
      let table = tables[0]
      let ticks = table.moments.map(\.tick) + [table.end]
      let sent = table.moments.compactMap { moment in
        ticks.first { $0 - moment.tick > 2 * n }.map { (tick: $0, value: moment.value) }
      }
      return (sent, table.end)
    }
  }

  @Test func badArgumentsTrap() async {
    await #expect(processExitsWith: .failure) { _ = Signal<Int, Never>.never.skip(last: .seconds(-1)) }
  }

  @Test func battery() {
    let time = TestScheduler()
    Battery.check("skip(last:) by time", .usesTime(time)) { (input: Signal<Probed, Probed>) in
      input.skip(last: time.ticks(5), on: time)
    }
  }
}
