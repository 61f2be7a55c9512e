import Operators
import StreamTesting

extension Catalog {
  /// Operators for failures.
  mutating func addFailing() {
    add("catch { _ in (33|) }", digits("source", "1-2-#")) { source, _, _ in
      source.catch { _ in Signal([3, 3]) }
    }
    add("catch { _ in 3-# }", letters("source", "1-2-#"), letters("other", "3-#")) { source, other, _, _ in
      source.catch { _ in other }
    }
    add("catch(to: other)", letters("source", "1-2-#"), letters("other", "3-4|")) { source, other, _, _ in
      source.catch(to: other)
    }
    add("replaceFailure(with: 0)", digits("source", "1-2-#")) { source, _, _ in
      source.replaceFailure(with: 0)
    }
    add("ignoreFailure()", letters("source", "1-2-#")) { source, _, _ in
      source.ignoreFailure()
    }
    add("mapFailure { … }", letters("source", "1-2-#")) { source, _, _ in
      source.mapFailure { _ in TestFailure("another") }
    }
    add("assertNoFailure()", ticks("source", "1-2-|")) { source, _, _ in
      source.promoteFailure(to: TestFailure.self).assertNoFailure()
    }
    add("tryMap { 6 / $0, 0: # }", digits("source", "1-2-0-3-|")) { source, _, _ in
      source.tryMap { number throws(TestFailure) in
        if number == 0 { throw TestFailure("zero") }
        return 6 / number
      }
    }
    add("attempt { 0: # }", digits("source", "1-2-0-3-|")) { source, _, _ in
      source.attempt { number throws(TestFailure) in if number == 0 { throw TestFailure("zero") } }
    }
    add("retry()", letters("source", "1-2-#")) { source, _, _ in
      source.retry()
    }
    add("retry(1)", letters("source", "1-2-#"), n: 1) { source, _, n in
      source.retry(n)
    }
    add("retry(.constant(3 ticks, limit: 1))", letters("source", "1-#"), n: 3) { source, time, n in
      source.retry(.constant(time.ticks(n), limit: 1), on: time)
    }
    add("timeout(after: 5 ticks, failure)", letters("source", "1---2-----3-|"), n: 5) { source, time, n in
      source.timeout(after: time.ticks(n), on: time, failure: TestFailure())
    }
    add(
      "timeout(after: 5 ticks, of: .firstValue, failure)", letters("source", "1---2-----3-|"), n: 5
    ) { source, time, n in
      source.timeout(after: time.ticks(n), of: .firstValue, on: time, failure: TestFailure())
    }
    add(
      "timeout(after: 5 ticks, of: .wholeStream, failure)", letters("source", "1---2-----3-|"), n: 5
    ) { source, time, n in
      source.timeout(after: time.ticks(n), of: .wholeStream, on: time, failure: TestFailure())
    }
    add(
      "timeout(after: 5 ticks, to: other)", letters("source", "1---2-----3-|"), letters("other", "8-9|"), n: 5
    ) { source, other, time, n in
      source.timeout(after: time.ticks(n), on: time, to: other)
    }
    add(
      "timeout(until: -----x, failure)", letters("source", "1---2-------|"), ticks("trigger", "-----x")
    ) { source, trigger, _, _ in
      source.timeout(until: { _ in trigger }, failure: TestFailure())
    }
  }
}
