import Rill
import TestSupport
import Testing

@Suite final class NestedEffectsConformance: Conformance {
  @Test func theOuterRunsBeforeTheInner() {
    let (a, log) = (MutableProperty(1), Heard<String>())
    effect {
      log.append("outer \(a.value)")
      effect { log.append("inner \(a.value)") }
    }.add(to: life)
    #expect(log.take() == ["outer 1", "inner 1"])
    a.value = 2
    #expect(log.take() == ["outer 2", "inner 2"])
  }

  @Test func theInnerEndsWhenTheOuterRunsAgain() {
    let (a, b, log) = (MutableProperty(1), MutableProperty(1), Heard<String>())
    effect {
      let value = a.value
      effect { log.append("\(value) \(b.value)") }
    }.add(to: life)
    a.value = 2
    _ = log.take()
    b.value = 2
    #expect(log.take() == ["2 2"])
  }

  @Test func anUntrackedInnerEffectIsNotFollowed() {
    let (a, b, log) = (MutableProperty(1), MutableProperty(1), Heard<String>())
    effect {
      log.append("outer \(a.value)")
      untracked { _ = effect { log.append("inner \(b.value)") } }
    }.add(to: life)
    _ = log.take()
    b.value = 2
    #expect(log.take() == ["inner 2"])
    a.value = 2
    #expect(log.take() == ["outer 2", "inner 2"])
  }

  @Test func readingTwiceDoesNotRunTwice() {
    let (a, heard) = (MutableProperty(1), Heard<Int>())
    let b = Property { a.value }
    effect { heard.append(a.value + a.value + b.value + b.value) }.add(to: life)
    a.value = 2
    #expect(heard.values == [4, 8])
  }

  @Test func recursionInTheFirstRun() {
    let (a, heard) = (MutableProperty(0), Heard<Int>())
    effect {
      let value = a.value
      heard.append(value)
      if value < 3 { a.value = value + 1 }
    }.add(to: life)
    #expect(heard.values == [0, 1, 2, 3])
  }

  @Test func theParentIsNotTriggeredByInputsOfItsChild() {
    let (log, child) = (Heard<String>(), Later<MutableProperty<Int>>())
    effect {
      log.append("parent")
      let own = MutableProperty(1)
      child.value = own
      effect { log.append("child \(own.value)") }
    }.add(to: life)
    child.value?.value = 2
    #expect(log.values == ["parent", "child 1", "child 2"])
  }

  @Test func anInnerEffectTracksItsOwnInputs() {
    let (a, b, log) = (MutableProperty(1), MutableProperty(1), Heard<String>())
    effect {
      log.append("outer \(a.value)")
      effect { log.append("inner \(b.value)") }
      _ = a.value
    }.add(to: life)
    _ = log.take()
    b.value = 2
    b.value = 3
    #expect(log.take() == ["inner 2", "inner 3"])
    a.value = 2
    #expect(log.take() == ["outer 2", "inner 3"])
    b.value = 4
    #expect(log.take() == ["inner 4"])
  }

  @Test func theInnerIsNotTriggeredWhenItsInputIsUnchanged() {
    let (a, log) = (MutableProperty(1), Heard<String>())
    let isOdd = computed { !a.value.isMultiple(of: 2) }
    effect {
      log.append("outer")
      effect { log.append("inner \(isOdd.value)") }
    }.add(to: life)
    a.value = 3
    #expect(log.values == ["outer", "inner true"])
    a.value = 4
    #expect(log.values == ["outer", "inner true", "inner false"])
  }

  @Test func threeLevelsEndTogether() {
    let (a, b, log) = (MutableProperty(1), MutableProperty(1), Heard<String>())
    let outer = effect {
      _ = a.value
      log.append("1")
      effect {
        log.append("2")
        effect { log.append("3: \(b.value)") }
      }
    }
    b.value = 2
    a.value = 2
    #expect(log.take() == ["1", "2", "3: 1", "3: 2", "1", "2", "3: 2"])
    b.value = 3
    #expect(log.take() == ["3: 3"])
    outer.dispose()
    a.value = 3
    b.value = 4
    #expect(log.take() == [])
  }

  @Test func severalInnerEffectsEndWhenTheOuterRunsAgain() {
    let (a, b, log) = (MutableProperty(1), MutableProperty(1), Heard<String>())
    effect {
      let value = a.value
      for index in 1...3 { effect { log.append("\(value).\(index) \(b.value)") } }
    }.add(to: life)
    a.value = 2
    _ = log.take()
    b.value = 2
    #expect(log.take() == ["2.1 2", "2.2 2", "2.3 2"])
  }

  @Test func nestedEffectsDependOnTheStateOfTheOuter() {
    let (user, log) = (MutableProperty<String?>("Ada"), Heard<String>())
    effect {
      guard user.value != nil else { return log.append("nobody") }
      // Never runs while there is no user, since the outer one ends it first.
      effect { log.append(user.value!) }
    }.add(to: life)
    user.value = "Grace"
    user.value = nil
    user.value = "Ada"
    #expect(log.values == ["Ada", "Grace", "nobody", "Ada"])
  }
}
