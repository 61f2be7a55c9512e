import Operators
import StreamTesting
import Testing

struct SwitchOnFirstTests {
  @Test func picture() {
    marbles {
      "2-1-3-|"
      "2-(1|)"
    } through: { input, time in
      input.switchOnFirst { first, all in all.take(Int(first)!) }
    }
  }

  @Test func aSourceWithoutAValueDoesNotCallTheFunction() {
    marbles {
      "--#"
      "--#"
    } through: { input, time in
      input.switchOnFirst { _, _ in .just("never") }
    }
  }

  @Test func theSourceRunsOnce() {
    let tally = Tally()
    let source = Signal<Int, Never>.deferred {
      tally.up()
      return Signal(1...3)
    }
    #expect(values(source.switchOnFirst { first, all in all.map { $0 * 10 + first } }) == [11, 21, 31])
    #expect(tally.count == 1)
  }

  @Test func likeAListWithAHeader() {
    compareWithLists { streams, _, n in
      streams[0].switchOnFirst { first, all in all.map { $0 + first * n } }
    } _: { tables, n in
      let table = tables[0]
      return (table.moments.map { ($0.tick, $0.value + table.moments[0].value * n) }, table.end)
    }
  }

  @Test func aFollowerSendsItsFirstValueToAStreamThatFollowsItself() {
    let switched = Signal<Int, Never>([1, 2]).switchOnFirst { _, all in all.concat(.just(9)) }
    #expect(values(Signal<Int, Never>.empty.then { switched }) == [1, 2, 9])
  }

  @Test func battery() {
    Battery.check("switchOnFirst") { (input: Signal<Int, TestFailure>) in input.switchOnFirst { _, all in all } }
    Battery.check("switchOnFirst, a succession") { (input: Signal<Int, TestFailure>) in
      input.switchOnFirst { _, all in all.concat(.empty) }
    }
  }
}
