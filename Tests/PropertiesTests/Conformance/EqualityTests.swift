import Rill
import TestSupport
import Testing

@Suite final class EqualityConformance: Conformance {
  @Test func theSameValueDoesNotPropagate() {
    let (a, heard) = (MutableProperty(1), Heard<Int>())
    let cut = a.distinctUntilChanged()
    effect { heard.append(cut.value) }.add(to: life)
    a.value = 1
    #expect(heard.values == [1])
    a.value = 2
    a.value = 2
    #expect(heard.values == [1, 2])
  }

  @Test func theSameResultDoesNotPropagate() {
    let (a, heard) = (MutableProperty(1), Heard<Bool>())
    let isOdd = computed { !a.value.isMultiple(of: 2) }
    effect { heard.append(isOdd.value) }.add(to: life)
    a.value = 3
    a.value = 5
    #expect(heard.values == [true])
  }

  @Test func pruningStopsAtTheFirstUnchangedNode() {
    let (a, log) = (MutableProperty(1), Heard<String>())
    let b = computed {
      log.append("b")
      return a.value
    }
    let c = computed {
      log.append("c")
      return b.value * 0
    }
    let d = computed {
      log.append("d")
      return c.value
    }
    effect { log.append("effect \(d.value)") }.add(to: life)
    #expect(log.take() == ["d", "c", "b", "effect 0"])
    a.value = 2
    #expect(log.take() == ["b", "c"])
  }

  @Test func anEffectDoesNotRunWhenSomethingBetweenReturnsTheSame() {
    let (a, heard) = (MutableProperty(1), Heard<Int>())
    let sign = a.map { $0.signum() }.distinctUntilChanged()
    let twice = Property(sign, sign) { $0 + $1 }
    effect { heard.append(twice.value) }.add(to: life)
    twice.subscribe { heard.append($0 * 10) }.add(to: life)
    a.value = 2
    a.value = -1
    #expect(heard.values == [2, 20, -2, -20])
  }
}
