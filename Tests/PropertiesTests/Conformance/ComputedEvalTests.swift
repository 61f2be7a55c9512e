import Rill
import TestSupport
import Testing

@Suite final class ComputedEvalConformance: Conformance {
  @Test func cachedWhileItsInputsAreUnchanged() {
    let (a, log) = (MutableProperty(1), Heard<Int>())
    let b = Property {
      log.append(a.value)
      return a.value
    }
    for _ in 0..<5 { #expect(b.value == 1) }
    #expect(log.values == [1])
  }

  @Test func upToDateAfterAChange() {
    let a = MutableProperty(1)
    let b = Property { a.value * 2 }
    #expect(b.value == 2)
    a.value = 2
    #expect(b.value == 4)
  }

  @Test func chained() {
    let a = MutableProperty(1)
    let b = Property { a.value + 1 }
    let c = Property { b.value + 1 }
    #expect(c.value == 3)
    a.value = 5
    #expect(c.value == 7)
    #expect(b.value == 6)
  }

  @Test func aChainIsDirtyAgainAfterATrigger() {
    let (a, heard) = (MutableProperty(1), Heard<Int>())
    let b = computed { a.value }
    let c = Property { b.value }
    let watching = effect { heard.append(c.value) }
    a.value = 2
    watching.dispose()
    a.value = 3
    #expect(c.value == 3)
    effect { heard.append(c.value) }.add(to: life)
    a.value = 4
    #expect(heard.values == [1, 2, 3, 4])
  }

  @Test func aChainIsNotComputedInVain() {
    let (a, log) = (MutableProperty(0), Heard<String>())
    let b = computed { a.value % 2 }
    let c = Property {
      log.append("c")
      return b.value
    }
    let d = Property {
      log.append("d")
      return c.value
    }
    #expect(d.value == 0)
    a.value = 2
    #expect(d.value == 0)
    #expect(c.value == 0)
    #expect(log.values == ["d", "c"])
  }

  @Test func readingAnInvalidatedChainInsideAnEffectRecomputesIt() {
    let (a, log) = (MutableProperty(1), Heard<String>())
    let b = Property {
      log.append("b")
      return a.value
    }
    let c = Property { b.value }
    effect { log.append("first \(c.value)") }.add(to: life)
    effect { log.append("second \(a.value) \(c.value)") }.add(to: life)
    _ = log.take()
    a.value = 2
    let heard = log.take()
    #expect(heard.filter { $0 == "b" }.count == 1)
    #expect(heard.contains("first 2"))
    #expect(heard.contains("second 2 2"))
  }

  @Test func inputsAreEvaluatedInTheOrderOfTheLastRun() {
    let (isSwapped, a, log) = (MutableProperty(false), MutableProperty(0), Heard<String>())
    let x = computed {
      log.append("x")
      return a.value * 0
    }
    let y = computed {
      log.append("y")
      return a.value * 0
    }
    let z = Property { isSwapped.value ? y.value + x.value : x.value + y.value }
    effect { _ = z.value }.add(to: life)
    _ = log.take()
    a.value = 1
    #expect(log.take() == ["x", "y"])
    isSwapped.value = true
    #expect(log.take() == [])
    a.value = 2
    #expect(log.take() == ["y", "x"])
  }

  @Test func neverComputedAgainWithoutInputs() {
    let (a, log) = (MutableProperty(1), Heard<String>())
    let constant = Property {
      log.append("constant")
      return 1
    }
    let sum = Property { constant.value + a.value }
    effect { _ = sum.value }.add(to: life)
    a.value = 2
    #expect(constant.value == 1)
    #expect(sum.value == 3)
    #expect(log.values == ["constant"])
  }

  @Test func liveAfterLosingAllSubscribers() {
    let (a, heard) = (MutableProperty(1), Heard<Int>())
    let b = Property { a.value }
    effect { _ = b.value }.dispose()
    a.value = 2
    #expect(b.value == 2)
    effect { heard.append(b.value) }.add(to: life)
    a.value = 3
    #expect(heard.values == [2, 3])
  }

  @Test func nilIsAValue() {
    let (a, log) = (MutableProperty<Int?>(nil), Heard<Int?>())
    let b = Property {
      log.append(a.value)
      return a.value
    }
    #expect(b.value == nil)
    #expect(b.value == nil)
    #expect(log.values == [nil])
    a.value = 1
    #expect(b.value == 1)
    a.value = nil
    #expect(b.value == nil)
    #expect(log.values == [nil, 1, nil])
  }

  @Test func notComputedInABatchIfTheInputIsUnchanged() {
    let (a, log) = (MutableProperty(1), Heard<Int>())
    let cut = a.distinctUntilChanged()
    let b = Property {
      log.append(cut.value)
      return cut.value
    }
    #expect(b.value == 1)
    batch {
      a.value = 2
      a.value = 1
    }
    #expect(b.value == 1)
    #expect(log.values == [1])
  }

  @Test func theOuterIsNotComputedIfTheInnerReturnsTheSame() {
    let (a, log) = (MutableProperty(1), Heard<String>())
    let outer = Property {
      log.append("outer")
      return computed { a.value > 0 }
    }
    let value = Property {
      log.append("value")
      return outer.value.value
    }
    #expect(value.value)
    a.value = 2
    #expect(value.value)
    #expect(log.values == ["value", "outer"])
    a.value = -1
    #expect(!value.value)
    #expect(log.values == ["value", "outer", "value"])
  }

  @Test func aBatchKeepsTheOrderOfEvaluation() {
    let (a, b, log) = (MutableProperty(1), MutableProperty(1), Heard<String>())
    let c = Property {
      log.append("c")
      return a.value + b.value
    }
    let d = Property {
      let value = c.value
      log.append("d")
      return value + b.value
    }
    effect { _ = d.value }.add(to: life)
    #expect(log.take() == ["c", "d"])
    batch {
      b.value = 2
      a.value = 2
    }
    #expect(log.take() == ["c", "d"])
    #expect(d.value == 6)
  }

  @Test func aPropertyMayBeMadeInsideAComputation() {
    let (a, log) = (MutableProperty(1), Heard<Int>())
    let b = Property {
      let inner = MutableProperty(a.value)
      inner.value += 1
      let derived = inner.map { $0 * 10 }
      log.append(derived.value)
      return derived.value
    }
    effect { _ = b.value }.add(to: life)
    a.value = 2
    #expect(log.values == [20, 30])
  }

  @Test func dependentsAreNotEvaluatedUnlessTheValueChanged() {
    let (a, log) = (MutableProperty(1), Heard<String>())
    let b = computed {
      log.append("b")
      return min(a.value, 2)
    }
    let c = Property {
      log.append("c")
      return b.value
    }
    #expect(c.value == 1)
    a.value = 2
    #expect(c.value == 2)
    a.value = 3
    #expect(c.value == 2)
    #expect(log.values == ["c", "b", "b", "c", "b"])
  }
}
