import Rill
import TestSupport
import Testing

@Suite final class DynamicDepsConformance: Conformance {
  /// A property that chooses between two sources, and a log of its computations.
  private final class Choice: Sendable {
    let (isA, a, b) = (MutableProperty(true), MutableProperty("a"), MutableProperty("b"))
    let log = Heard<String>()
    let chosen: Property<String>

    init() {
      chosen = Property { [isA, a, b, log] in
        let value = isA.value ? a.value : b.value
        log.append("chose \(value)")
        return value
      }
    }
  }

  @Test func anActiveInputTriggersAndAnInactiveOneDoesNot() {
    let choice = Choice()
    effect { [chosen = choice.chosen] in _ = chosen.value }.add(to: life)
    choice.b.value = "B"
    #expect(choice.log.values == ["chose a"])
    choice.a.value = "A"
    #expect(choice.log.values == ["chose a", "chose A"])
  }

  @Test func switchingBranchesDeactivatesOldInputs() {
    let choice = Choice()
    effect { [chosen = choice.chosen] in _ = chosen.value }.add(to: life)
    choice.isA.value = false
    choice.a.value = "A"
    choice.b.value = "B"
    #expect(choice.log.values == ["chose a", "chose b", "chose B"])
    choice.isA.value = true
    choice.b.value = "b"
    #expect(choice.log.values == ["chose a", "chose b", "chose B", "chose A"])
  }

  @Test func newInputsAreUpToDateBeforeTheirReader() {
    let (a, log) = (MutableProperty(1), Heard<String>())
    let b = Property {
      log.append("b")
      return a.value * 10
    }
    let c = Property { a.value > 1 ? b.value : 0 }
    effect { log.append("\(c.value)") }.add(to: life)
    a.value = 2
    a.value = 3
    #expect(log.values == ["0", "b", "20", "b", "30"])
  }

  @Test func aBranchIsLazy() {
    let (isOn, log) = (MutableProperty(false), Heard<String>())
    let branch = Property {
      log.append("branch")
      return 1
    }
    let chosen = Property { isOn.value ? branch.value : 0 }
    #expect(chosen.value == 0)
    #expect(log.values == [])
    isOn.value = true
    #expect(chosen.value == 1)
    #expect(log.values == ["branch"])
  }

  @Test func leavingAnInputDoesNotDeleteASiblingsSubscription() {
    let choice = Choice()
    let heard = Heard<String>()
    let other = Property { [a = choice.a] in a.value }
    effect { [chosen = choice.chosen] in _ = chosen.value }.add(to: life)
    effect { heard.append(other.value) }.add(to: life)
    choice.isA.value = false
    choice.a.value = "A"
    #expect(heard.values == ["a", "A"])
  }

  @Test func anInputThatWasLeftCanBeFollowedAgain() {
    let choice = Choice()
    let heard = Heard<String>()
    effect { [chosen = choice.chosen] in heard.append(chosen.value) }.add(to: life)
    for (isA, value) in [(false, "1"), (true, "2"), (false, "3"), (true, "4")] {
      choice.isA.value = isA
      (isA ? choice.a : choice.b).value = value
    }
    #expect(heard.values == ["a", "b", "1", "a", "2", "1", "3", "2", "4"])
  }

  @Test func aCheckInOrderSkipsInputsThatABranchNoLongerReaches() {
    let (a, log) = (MutableProperty(1), Heard<String>())
    let isSmall = computed { a.value < 10 }
    let guarded = Property {
      log.append("guarded \(a.value)")
      return 100 / (10 - a.value)
    }
    let safe = Property { isSmall.value ? guarded.value : -1 }
    effect { log.append("\(safe.value)") }.add(to: life)
    // Divides by zero if it is computed although the branch is over.
    a.value = 10
    #expect(log.values == ["guarded 1", "11", "-1"])
  }

  @Test func aChainFindsItsNewInputsThroughAnEffect() {
    let (isOn, a, heard) = (MutableProperty(false), MutableProperty(1), Heard<Int>())
    let b = Property { isOn.value ? a.value : 0 }
    let c = Property { b.value }
    effect { heard.append(c.value) }.add(to: life)
    isOn.value = true
    a.value = 2
    isOn.value = false
    a.value = 3
    isOn.value = true
    #expect(heard.values == [0, 1, 2, 0, 3])
  }

  @Test func aChainFindsItsNewInputsWhenRead() {
    let (isOn, a) = (MutableProperty(false), MutableProperty(1))
    let b = Property { isOn.value ? a.value : 0 }
    let c = Property { b.value }
    #expect(c.value == 0)
    isOn.value = true
    #expect(c.value == 1)
    a.value = 2
    #expect(c.value == 2)
    isOn.value = false
    #expect(c.value == 0)
    a.value = 3
    #expect(c.value == 0)
    isOn.value = true
    #expect(c.value == 3)
  }

  @Test func inADiamondTheSecondInputTriggersWhenTheFirstIsUnchanged() {
    let (a, heard) = (MutableProperty(1), Heard<String>())
    let first = computed { a.value > 0 }
    let second = computed { a.value }
    let both = Property { first.value ? "\(second.value)" : "-" }
    effect { heard.append(both.value) }.add(to: life)
    a.value = 2
    a.value = 0
    #expect(heard.values == ["1", "2", "-"])
  }

  @Test func equalValuesInAChainStopPropagationWriteAfterWrite() {
    let (a, log) = (MutableProperty(0), Heard<String>())
    let half = computed { a.value / 2 }
    let quarter = computed {
      log.append("quarter")
      return half.value / 2
    }
    effect { log.append("\(quarter.value)") }.add(to: life)
    for value in 1...8 { a.value = value }
    #expect(log.values == ["quarter", "0", "quarter", "quarter", "1", "quarter", "quarter", "2"])
  }

  @Test func anEffectDiscoversTheInputsOfANewBranch() {
    let (isOn, a, heard) = (MutableProperty(false), MutableProperty(1), Heard<Int>())
    effect { heard.append(isOn.value ? a.value : 0) }.add(to: life)
    a.value = 2
    isOn.value = true
    a.value = 3
    #expect(heard.values == [0, 2, 3])
  }

  @Test func anEffectIgnoresTheInputOfAnInactiveBranch() {
    let (isOn, a, heard) = (MutableProperty(true), MutableProperty(1), Heard<Int>())
    effect { heard.append(isOn.value ? a.value : 0) }.add(to: life)
    isOn.value = false
    a.value = 2
    a.value = 3
    #expect(heard.values == [1, 0])
  }

  @Test func effectsWithDynamicInputsAreIndependent() {
    let (isOn, a, log) = (MutableProperty(true), MutableProperty(1), Heard<String>())
    effect { log.append("x\(isOn.value ? a.value : 0)") }.add(to: life)
    effect { log.append("y\(isOn.value ? 0 : a.value)") }.add(to: life)
    _ = log.take()
    a.value = 2
    #expect(log.take() == ["x2"])
    isOn.value = false
    #expect(log.take() == ["x0", "y2"])
    a.value = 3
    #expect(log.take() == ["y3"])
  }
}
