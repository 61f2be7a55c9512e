import Rill
import TestSupport
import Testing

/// Closures cannot throw; a computation that may fail has a result for a value.
@Suite final class ErrorHandlingConformance: Conformance {
  private typealias Outcome = Result<Int, Refused>

  /// A property that fails while its source is negative.
  private static func checked(
    _ a: MutableProperty<Int>, _ log: Heard<Int> = Heard()
  ) -> Property<Outcome> {
    computed {
      log.append(a.value)
      return a.value < 0 ? .failure(Refused()) : .success(a.value)
    }
  }

  @Test func consistentAfterAnErrorInTheFirstComputation() {
    let a = MutableProperty(-1)
    let b = Self.checked(a)
    #expect(b.value == .failure(Refused()))
    a.value = 1
    #expect(b.value == .success(1))
  }

  @Test func consistentAfterAnErrorInALaterComputation() {
    let (a, heard) = (MutableProperty(1), Heard<Outcome>())
    let b = Self.checked(a)
    effect { heard.append(b.value) }.add(to: life)
    a.value = -1
    a.value = 2
    #expect(heard.values == [.success(1), .failure(Refused()), .success(2)])
  }

  @Test func anErrorReachesOnlyItsDependents() {
    let (a, heard) = (MutableProperty(1), Heard<Int>())
    let (failing, other) = (Self.checked(a), Property { a.value * 2 })
    effect { _ = failing.value }.add(to: life)
    effect { heard.append(other.value) }.add(to: life)
    a.value = -1
    a.value = 2
    #expect(heard.values == [2, -2, 4])
  }

  @Test func otherBranchesContinue() {
    let (a, log) = (MutableProperty(1), Heard<String>())
    let failing = Self.checked(a)
    let whole = Property { failing.value.map { $0 + 1 } }
    let sign = computed { a.value.signum() }
    effect { if case .success(let value) = whole.value { log.append("value \(value)") } }.add(to: life)
    effect { log.append("sign \(sign.value)") }.add(to: life)
    a.value = -1
    a.value = 5
    #expect(log.values == ["value 2", "sign 1", "sign -1", "value 6", "sign 1"])
  }

  @Test func noUpdateIsLeftAfterAnError() {
    let (a, b, heard) = (MutableProperty(1), MutableProperty(1), Heard<Int>())
    effect { heard.append(a.value) }.add(to: life)
    #expect(throws: Refused.self) {
      try batch {
        a.value = 2
        throw Refused()
      }
    }
    b.value = 2
    #expect(heard.values == [1])
    a.value = 3
    #expect(heard.values == [1, 3])
  }

  @Test func effectsSurviveABatchThatThrows() {
    let (a, b, heard) = (MutableProperty(1), MutableProperty(1), Heard<Int>())
    let sum = Property { a.value + b.value }
    effect { heard.append(sum.value) }.add(to: life)
    #expect(throws: Refused.self) {
      try batch {
        a.value = 10
        try batch { throw Refused() }
        b.value = 10
      }
    }
    #expect(sum.value == 2)
    b.value = 2
    #expect(heard.values == [2, 3])
  }

  @Test func anErrorIsCached() {
    let (a, log) = (MutableProperty(-1), Heard<Int>())
    let b = Self.checked(a, log)
    effect { _ = b.value }.add(to: life)
    for _ in 0..<3 { #expect(b.value == .failure(Refused())) }
    #expect(log.values == [-1])
  }

  @Test func dependentsFailToo() {
    let a = MutableProperty(1)
    let b = Self.checked(a)
    let c = Property { b.value.map { $0 * 2 } }
    let d = Property { c.value.map { $0 + 1 } }
    #expect(d.value == .success(3))
    a.value = -1
    #expect(d.value == .failure(Refused()))
    a.value = 2
    #expect(d.value == .success(5))
  }

  @Test func recoveryInAComputation() {
    let (a, heard) = (MutableProperty(1), Heard<Int>())
    let b = Self.checked(a)
    let c = Property { (try? b.value.get()) ?? 0 }
    effect { heard.append(c.value) }.add(to: life)
    a.value = -1
    a.value = 3
    #expect(heard.values == [1, 0, 3])
  }
}
