import Operators
import StreamTesting
import Testing

struct DelayEachTests {
  @Test func picture() {
    marbles {
      "a-b-c-----|"
      "---x"
      "---a-b-c--|"
    } through: { input, trigger, _ in
      input.delayEach(until: { _ in trigger.ignoreFailure() })
    }
  }

  @Test func theCompletionOfAStreamSendsItsValueToo() {
    marbles {
      "a---|"
      "--|"
      "--a-|"
    } through: { input, trigger, _ in
      input.delayEach(until: { _ in trigger.ignoreFailure() })
    }
  }

  @Test func likeASortedList() {
    compareWithLists { streams, time, n in
      streams[0].delayEach(until: { Signal.timer(after: time.ticks(2 * $0 + 1), on: time) })
    } _: { tables, _ in
      let sent = tables[0].moments.enumerated().sorted {
        let (one, other) = ($0.element.tick + 2 * $0.element.value, $1.element.tick + 2 * $1.element.value)
        return (one, $0.offset) < (other, $1.offset)
      }
      let values = sent.map { (tick: $0.element.tick + 2 * $0.element.value + 1, value: $0.element.value) }
      return (values, Swift.max(tables[0].end, values.last?.tick ?? 0))
    }
  }

  @Test func battery() {
    Battery.check("delay until") { (input: Signal<Int, TestFailure>) in
      input.delayEach(until: { _ in Signal<Void, Never>.just(()) })
    }
  }
}
