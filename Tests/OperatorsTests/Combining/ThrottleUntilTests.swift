import Operators
import StreamTesting
import Testing

struct ThrottleUntilTests {
  @Test func picture() {
    marbles {
      "a-b-c---d-e--|"
      "---x"
      "a---c---d----|"
    } through: { input, trigger, _ in
      input.throttle(until: { _ in trigger.ignoreFailure() })
    }
    marbles {
      "a-b-c---d-e--|"
      "---x"
      "---b--c--d--e|"
    } through: { input, trigger, _ in
      input.throttle(until: { _ in trigger.ignoreFailure() }, edge: .trailing)
    }
    marbles {
      "a-b-c---d-e--|"
      "---x"
      "a--b--c--d--e|"
    } through: { input, trigger, _ in
      input.throttle(until: { _ in trigger.ignoreFailure() }, edge: .both)
    }
  }

  @Test func completionSendsTheLatestAndAFailureDropsIt() {
    marbles {
      "ab|"
      "---x"
      "a-(b|)"
    } through: { input, trigger, _ in
      input.throttle(until: { _ in trigger.ignoreFailure() }, edge: .both)
    }
    marbles {
      "ab#"
      "---x"
      "a-#"
    } through: { input, trigger, _ in
      input.throttle(until: { _ in trigger.ignoreFailure() }, edge: .both)
    }
  }

  @Test func likeThrottleWithATimer() {
    for edge in [ThrottleEdge.leading, .trailing, .both] {
      compareWithLists { streams, time, n in
        streams[0].throttle(until: { _ in Signal.timer(after: time.ticks(2 * n + 1), on: time) }, edge: edge)
      } _: { tables, n in
        var (sent, openUntil) = ([Timetable.Moment](), 0)
        var latest: Int?
        for (tick, value) in tables[0].moments.map({ ($0.tick, Int?.some($0.value)) }) + [(tables[0].end, nil)] {
          // A value that is scheduled first comes first at its tick: it is still in the period.
          while openUntil > 0, openUntil < tick {
            if let value = latest { sent.append((openUntil, value)) }
            openUntil = latest == nil ? 0 : openUntil + 2 * n + 1
            latest = nil
          }
          guard let value else { break }
          if openUntil > 0 {
            if edge != .leading { latest = value }
          } else {
            openUntil = tick + 2 * n + 1
            if edge == .trailing { latest = value } else { sent.append((tick, value)) }
          }
        }
        if let latest { sent.append((tables[0].end, latest)) }
        return (sent, tables[0].end)
      }
    }
  }

  @Test func battery() {
    for edge in [ThrottleEdge.leading, .trailing, .both] {
      Battery.check("throttle until \(edge)") { (input: Signal<Int, TestFailure>) in
        input.throttle(until: { _ in Signal<Void, Never>.just(()) }, edge: edge)
      }
    }
  }
}
