import Rill
import TestSupport
import Testing

/// Behaviours in which signal libraries differ, as Rill has them.
@Suite final class BehaviorDifferencesConformance: Conformance {
  @Test func computedWhenItIsRead() {
    let (a, log) = (MutableProperty(1), Heard<Int>())
    let b = Property {
      log.append(a.value)
      return a.value
    }
    #expect(log.values == [])
    _ = b.value
    a.value = 2
    #expect(log.values == [1])
  }

  @Test func notComputedForAChangeWithoutAnObserver() {
    let (a, log) = (MutableProperty(1), Heard<Int>())
    let b = Property {
      log.append(a.value)
      return a.value
    }
    #expect(b.value == 1)
    for value in 2...5 { a.value = value }
    #expect(log.values == [1])
    #expect(b.value == 5)
    #expect(log.values == [1, 5])
  }

  @Test func computedOnceForEachOfTwoSetsAndOnceForABatch() {
    let (a, b, log) = (MutableProperty(1), MutableProperty(1), Heard<Int>())
    let sum = Property {
      log.append(0)
      return a.value + b.value
    }
    effect { _ = sum.value }.add(to: life)
    _ = log.take()
    a.value = 2
    b.value = 2
    #expect(log.take().count == 2)
    batch {
      a.value = 3
      b.value = 3
    }
    #expect(log.take().count == 1)
  }

  @Test func notANumberIsAnotherValueThanItself() {
    let (a, heard) = (MutableProperty(Double.nan), Heard<Bool>())
    let cut = a.distinctUntilChanged()
    effect { heard.append(cut.value.isNaN) }.add(to: life)
    a.value = .nan
    #expect(heard.values == [true, true])
  }

  @Test func notANumberFromAComputationIsAlwaysAChange() {
    let (a, heard) = (MutableProperty(1), Heard<Bool>())
    let b = computed { Double.nan * Double(a.value) }
    effect { heard.append(b.value.isNaN) }.add(to: life)
    a.value = 2
    #expect(heard.values == [true, true])
  }

  @Test func settingTheSameObjectIsAChange() {
    let (object, heard) = (Heard<Int>(), Heard<Int>())
    let a = MutableProperty(object)
    effect { heard.append(a.value.values.count) }.add(to: life)
    object.append(1)
    a.value = object
    #expect(heard.values == [0, 1])
  }

  @Test func aBatchReturnsTheResultOfItsBody() {
    let a = MutableProperty(1)
    let result = batch {
      a.value = 2
      return a.value
    }
    #expect(result == 2)
  }

  @Test func aNotifiedObserverReadsEverythingUpToDate() {
    let (a, heard) = (MutableProperty(1), Heard<[Int]>())
    let b = Property { a.value * 10 }
    let c = Property { b.value * 10 }
    effect { heard.append([a.value, untracked { c.value }, untracked { b.value }]) }.add(to: life)
    a.value = 2
    #expect(heard.values == [[1, 100, 10], [2, 200, 20]])
  }

  @Test func anEffectReadsItsWrites() {
    let (a, b, heard) = (MutableProperty(1), MutableProperty(0), Heard<[Int]>())
    let c = Property { b.value * 10 }
    effect {
      let before = untracked { [b.value, c.value] }
      b.value = a.value
      heard.append(before + untracked { [b.value, c.value] })
    }.add(to: life)
    a.value = 2
    #expect(heard.values == [[0, 0, 1, 10], [1, 10, 2, 20]])
  }

  @Test func aFailureIsAValueAndCached() {
    let (a, log) = (MutableProperty(1), Heard<Int>())
    let b = Property<Result<Int, Refused>> {
      log.append(a.value)
      return .failure(Refused())
    }
    #expect(b.value == b.value)
    #expect(log.values == [1])
  }

  @Test func aWriteThroughAChainOfComputationsRunsTheEffectAgain() {
    let (a, b, heard) = (MutableProperty(1), MutableProperty(0), Heard<[Int]>())
    let inner = Property {
      b.value = a.value
      return a.value
    }
    let outer = Property { inner.value }
    effect { heard.append([b.value, outer.value]) }.add(to: life)
    a.value = 2
    // At the first change the effect has dependencies that changed. Later the chain is computed before the effect runs.
    #expect(heard.values == [[0, 1], [1, 1], [2, 2]])
  }

  /// The innermost ring of the suite on cycles: an effect that reaches a fixed point runs until then.
  @Test func anEffectThatSetsItsInputRunsUntilItSettles() {
    let (a, heard) = (MutableProperty(0), Heard<Int>())
    effect {
      heard.append(a.value)
      if a.value < 1_000 { a.value += 1 }
    }.add(to: life)
    #expect(heard.values == Array(0...1_000))
  }

  @Test func setsOfAnEffectAreDeliveredAfterItsBody() {
    let (a, b, heard) = (MutableProperty(1), MutableProperty(0), Heard<String>())
    let c = Property { b.value }
    effect {
      heard.append("in \(a.value)")
      b.value = a.value
      b.value = a.value * 10
      heard.append("out")
    }.add(to: life)
    effect { heard.append("c \(c.value)") }.add(to: life)
    _ = heard.take()
    a.value = 2
    #expect(heard.take() == ["in 2", "out", "c 20"])
  }
}
