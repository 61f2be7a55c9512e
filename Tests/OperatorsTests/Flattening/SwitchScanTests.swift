import Operators
import StreamTesting
import Testing

struct SwitchScanTests {
  @Test func picture() {
    let time = TestScheduler()
    expectMarbles(
      "-1--2--4--5|",
      time.cold("1-----2----|").map { Int($0)! }.switchScan(0) { result, value in
        let sum = result + value
        let first = Signal.timer(after: time.ticks(1), on: time).mapTo(sum)
        let second = Signal.timer(after: time.ticks(4), on: time).mapTo(sum + 1)
        return first.merge(second).promoteFailure()
      }.map { "\($0)" }, on: time)
  }

  @Test func likeARunningSumOverALists() {
    compareWithLists { streams, time, n in
      // The result comes 2 n + 1 ticks later, unless a newer value has arrived.
      streams[0].switchScan(0) { sum, value in
        Signal.timer(after: time.ticks(2 * n + 1), on: time).mapTo(sum + value).promoteFailure()
      }
    } _: { tables, n in
      let moments = tables[0].moments
      var (sent, sum, end) = ([Timetable.Moment](), 0, tables[0].end)
      for (index, (tick, value)) in moments.enumerated() {
        let due = tick + 2 * n + 1
        guard index == moments.count - 1 || due < moments[index + 1].tick else { continue }
        sum += value
        sent.append((due, sum))
        if index == moments.count - 1 { end = Swift.max(end, due) }
      }
      return (sent, end)
    }
  }

  @Test func battery() {
    Battery.check("switchScan") { (input: Signal<Int, TestFailure>) in input.switchScan(0) { .just($0 + $1) } }
    Battery.check("switchScan of kept values") { (input: Signal<Probed, Probed>) in
      input.map { Probed?.some($0) }.switchScan(nil) { .just($1) }
    }
  }
}
