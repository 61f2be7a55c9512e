import Operators
import StreamTesting
import Testing

struct TimeoutUntilTests {
  @Test func picture() {
    marbles {
      "1---2-------|"
      "-----x"
      "1---2----#"
    } through: { input, trigger, _ in
      input.timeout(until: { _ in trigger.ignoreFailure() }, failure: MarbleFailure())
    }
  }

  @Test func theSubscriptionMakesTheFirstTrigger() {
    let time = TestScheduler()
    let source = time.cold("----1-|").infallible
    let limited = source.timeout(
      until: { $0 == nil ? Signal.timer(after: time.ticks(2), on: time) : .never }, failure: TestFailure())
    expectMarbles("--#", limited, on: time)
    #expect(time.pendingCount == 0)
  }

  @Test func theSourceMayEndInTime() {
    marbles {
      "1-2-|"
      "-----x"
      "1-2-|"
    } through: { input, trigger, _ in
      input.timeout(until: { _ in trigger.ignoreFailure() }, failure: MarbleFailure("late"))
    }
  }

  @Test func likeALimitForEachGap() {
    compareWithLists { streams, time, n in
      streams[0].timeout(until: { Signal.timer(after: time.ticks(2 * ($0 ?? n) + 1), on: time) }, failure: .oops)
        .catch { _ in Signal<Int, Oops>.just(-1) }
    } _: { tables, n in
      var (sent, due) = ([Timetable.Moment](), 2 * n + 1)
      for (tick, value) in tables[0].moments {
        guard tick < due else { break }
        sent.append((tick, value))
        due = tick + 2 * value + 1
      }
      let isInTime = sent.count == tables[0].moments.count && tables[0].end < due
      return isInTime ? (sent, tables[0].end) : (sent + [(due, -1)], due)
    }
  }

  @Test func battery() {
    Battery.check("timeout until") { (input: Signal<Int, TestFailure>) in
      input.timeout(until: { _ in Signal<Void, Never>.never }, failure: TestFailure("late"))
    }
  }
}
