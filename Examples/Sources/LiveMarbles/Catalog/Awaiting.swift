import Operators
import StreamTesting

extension Catalog {
  /// Operators with asynchronous closures, which sleep on the scheduler.
  mutating func addAwaiting() {
    add("filter(awaiting: .concat, not 2)", digits("source", "1-2---3--|")) { source, time, _ in
      source.filter(awaiting: .concat) {
        try? await time.sleep(for: time.ticks($0))
        return $0 != 2
      }
    }
    add("map(awaiting: .ordered(maxConcurrent: 2))", digits("source", "31-----2|"), n: 2) { source, time, n in
      source.map(awaiting: .ordered(maxConcurrent: n)) {
        try? await time.sleep(for: time.ticks($0))
        return $0
      }
    }
    add("flatMap(awaiting: .latest) { a tick; n--n| }", digits("source", "1---2---|")) { source, time, _ in
      source.flatMap(awaiting: .latest) {
        try? await time.sleep(for: time.ticks(1))
        return time.cold("n--n|", values: ["n": $0]).signal
      }
    }
    add("recover { 3 ticks; 3 }", digits("source", "1-2-#"), n: 3) { source, time, n in
      source.recover { _ async throws(TestFailure) in
        try? await time.sleep(for: time.ticks(n))
        return 3
      }
    }
    add("retry { count ticks; yes, yes, no }", letters("source", "1-#"), n: 3) { source, time, n in
      source.retry { _, count in
        try? await time.sleep(for: time.ticks(count))
        return count < n
      }
    }
  }
}
