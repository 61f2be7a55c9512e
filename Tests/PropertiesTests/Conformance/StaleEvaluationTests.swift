import Rill
import TestSupport
import Testing

@Suite final class StaleEvaluationConformance: Conformance {
  @Test func aRunThatIsOverTriggersNoPendingComputation() {
    let (a, log) = (MutableProperty(1), Heard<String>())
    effect {
      let value = a.value
      let own = Property {
        log.append("own of \(value)")
        return a.value
      }
      effect { _ = own.value }
    }.add(to: life)
    a.value = 2
    a.value = 3
    #expect(log.values == ["own of 1", "own of 2", "own of 3"])
  }

  @Test func staleNodesAreEvaluatedBeforeTheirDependents() {
    let (a, log) = (MutableProperty(1), Heard<String>())
    let b = Property {
      log.append("b")
      return a.value
    }
    let c = Property(b, a) { b, a in
      log.append("c")
      return b + a
    }
    let d = Property(c, b) { c, b in
      log.append("d")
      return c + b
    }
    effect { _ = d.value }.add(to: life)
    _ = log.take()
    a.value = 2
    #expect(log.take() == ["b", "c", "d"])
  }

  @Test func dependentsAreStaleAfterAChange() {
    let a = MutableProperty(1)
    let b = a.map { $0 * 2 }
    let c = Property(b, a) { $0 + $1 }
    let d = Property { c.value }
    #expect([b.value, c.value, d.value] == [2, 3, 3])
    a.value = 2
    #expect([d.value, c.value, b.value] == [6, 6, 4])
  }

  @Test func aStaleChainIsFreshWhenItIsRead() {
    let (a, heard) = (MutableProperty(1), Heard<Int>())
    let b = Property { a.value + 1 }
    let c = Property { b.value + 1 }
    effect { if a.value > 1 { heard.append(c.value) } }.add(to: life)
    a.value = 2
    a.value = 5
    #expect(heard.values == [4, 7])
  }

  @Test func aComputationThatIsMadeAfterTheChangeUpdatesToo() {
    let (a, heard) = (MutableProperty(1), Heard<Int>())
    let life = self.life
    batch {
      a.value = 2
      let b = Property { a.value * 10 }
      effect { heard.append(b.value) }.add(to: life)
      a.value = 3
    }
    #expect(heard.values == [20, 30])
  }

  @Test func marksThatChangeWhileTheyAreChecked() {
    let (a, heard) = (MutableProperty(false), Heard<Bool>())
    let b = computed { a.value }
    let c = computed {
      _ = b.value
      return 0
    }
    let d = computed {
      _ = c.value
      return b.value
    }
    effect { heard.append(d.value) }.add(to: life)
    a.value = true
    a.value = false
    #expect(heard.values == [false, true, false])
  }
}
