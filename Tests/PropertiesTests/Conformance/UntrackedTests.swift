import Rill
import TestSupport
import Testing

@Suite final class UntrackedConformance: Conformance {
  @Test func anEffectDoesNotDependOnUntrackedReads() {
    let (a, b, heard) = (MutableProperty(1), MutableProperty(1), Heard<Int>())
    effect { heard.append(a.value + untracked { b.value }) }.add(to: life)
    b.value = 10
    #expect(heard.values == [2])
    a.value = 2
    #expect(heard.values == [2, 12])
  }

  @Test func aComputationDoesNotDependOnUntrackedReads() {
    let (a, b) = (MutableProperty(1), MutableProperty(1))
    let sum = Property { a.value + untracked { b.value } }
    #expect(sum.value == 2)
    b.value = 10
    #expect(sum.value == 2)
    a.value = 2
    #expect(sum.value == 12)
  }

  @Test func aStaleComputedValueIsFreshUntracked() {
    let (a, b, heard) = (MutableProperty(1), MutableProperty(1), Heard<Int>())
    let doubled = Property { b.value * 2 }
    effect { heard.append(a.value * 100 + untracked { doubled.value }) }.add(to: life)
    b.value = 5
    a.value = 2
    #expect(heard.values == [102, 210])
  }

  @Test func untrackedAppliesToNestedReads() {
    let (a, b, heard) = (MutableProperty(1), MutableProperty(1), Heard<Int>())
    let inner = Property { b.value }
    let outer = Property { inner.value }
    effect { heard.append(a.value + untracked { outer.value }) }.add(to: life)
    b.value = 2
    #expect(heard.values == [2])
    // A property that was read untracked still depends on its own inputs.
    #expect(outer.value == 2)
  }

  @Test func settingUntrackedInAnEffect() {
    let (a, b, heard) = (MutableProperty(1), MutableProperty(0), Heard<Int>())
    effect { untracked { b.value += a.value } }.add(to: life)
    effect { heard.append(b.value) }.add(to: life)
    #expect(heard.values == [1])
    a.value = 5
    #expect(heard.values == [1])
  }

  @Test func nestedUntrackedStillBlocks() {
    let (a, b, c, heard) = (MutableProperty(1), MutableProperty(1), MutableProperty(1), Heard<Int>())
    effect {
      let inner = untracked { untracked { b.value } + c.value }
      heard.append(a.value + inner)
    }.add(to: life)
    b.value = 2
    c.value = 2
    #expect(heard.values == [3])
    a.value = 2
    #expect(heard.values == [3, 6])
  }

  @Test func anUntrackedReadStaysUntrackedThroughBatches() {
    let (a, b, heard) = (MutableProperty(1), MutableProperty(1), Heard<Int>())
    effect { heard.append(a.value + untracked { b.value }) }.add(to: life)
    batch { b.value = 2 }
    #expect(heard.values == [2])
    batch {
      b.value = 3
      a.value = 2
    }
    batch { b.value = 4 }
    #expect(heard.values == [2, 5])
  }

  @Test func aBatchInsideUntrackedIsOneChange() {
    let (a, b, heard) = (MutableProperty(1), MutableProperty(1), Heard<Int>())
    effect { heard.append(a.value + b.value) }.add(to: life)
    untracked {
      batch {
        a.value = 2
        b.value = 2
      }
    }
    #expect(heard.values == [2, 4])
  }
}
