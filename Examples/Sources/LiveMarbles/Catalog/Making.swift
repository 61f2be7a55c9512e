import Operators
import StreamTesting

extension Catalog {
  /// Streams without a source.
  mutating func addMaking() {
    add("just(a)") { _, _ in
      Signal<String, TestFailure>.just("a")
    }
    add("empty") { _, _ in
      Signal<String, TestFailure>.empty
    }
    add("never") { _, _ in
      Signal<String, TestFailure>.never
    }
    add("fail(e)") { _, _ in
      Signal<String, TestFailure>.fail(TestFailure())
    }
    add("Signal(.success(a))") { _, _ in
      Signal<String, TestFailure>(.success("a"))
    }
    add("Signal(.failure(e))") { _, _ in
      Signal<String, TestFailure>(.failure(TestFailure()))
    }
    add("Signal(catching: { a })") { _, _ in
      Signal<String, TestFailure>(catching: { "a" })
    }
    add("Signal(catching: { throw e })") { _, _ in
      Signal<String, TestFailure>(catching: { () throws(TestFailure) in throw TestFailure() })
    }
    add("Signal([1, 2, 3])") { _, _ in
      Signal([1, 2, 3])
    }
    add("Signal(0..<3)", n: 3) { _, n in
      Signal(0..<n)
    }
    add("unfold(1) { … }", n: 4) { _, n in
      Signal<Int, Never>.unfold(1) { state in
        defer { state *= 2 }
        return state <= n ? state : nil
      }
    }
    add("using { … }", letters("stream", "--a--b--|")) { stream, _, _ in
      Signal.using({ () throws(TestFailure) in "resource" }, release: { _ in }) { _ in stream }
    }
    add("deferred { a-b| }", letters("chosen", "a-b|")) { chosen, _, _ in
      Signal.deferred { chosen }
    }
    add("{ await 5 }", n: 2) { time, n in
      Signal<Int, any Error> {
        try await time.sleep(for: time.ticks(n))
        return 5
      }
    }
    add("timer(after: 3 ticks)", n: 3) { time, n in
      Signal.timer(after: time.ticks(n), on: time)
    }
    add("interval(every: 2 ticks)", n: 2) { time, n in
      Signal.interval(every: time.ticks(n), on: time)
    }
  }
}
