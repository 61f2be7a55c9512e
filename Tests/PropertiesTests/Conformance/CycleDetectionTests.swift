import Rill
import TestSupport
import Testing

@Suite(.long) struct CycleDetectionConformance {
  @Test func twoThatReadEachOther() async {
    await #expect(processExitsWith: .failure) {
      let b = Later<Property<Int>>()
      let a = Property { b.value!.value + 1 }
      b.value = Property { a.value + 1 }
      _ = a.value
    }
  }

  @Test func aDeepRing() async {
    await #expect(processExitsWith: .failure) {
      let top = Later<Property<Int>>()
      var last = Property { top.value!.value }
      for _ in 0..<10 { last = last.map { $0 + 1 } }
      top.value = last
      _ = last.value
    }
  }

  @Test func aPropertyThatReadsItself() async {
    await #expect(processExitsWith: .failure) {
      let itself = Later<Property<Int>>()
      itself.value = Property { itself.value!.value + 1 }
      _ = itself.value!.value
    }
  }

  /// The limit is a hundred thousand rounds. It also stops an effect that sets its input forever (#64).
  @Test func aRingThroughEffects() async {
    await #expect(processExitsWith: .failure) {
      let (a, b) = (MutableProperty(0), MutableProperty(0))
      effect { b.value = a.value + 1 }
      effect { a.value = b.value + 1 }
    }
  }

  @Test func aRingThatABranchMakes() async {
    await #expect(processExitsWith: .failure) {
      let (isOn, c) = (MutableProperty(false), Later<Property<Int>>())
      let a = Property { isOn.value ? c.value!.value : 0 }
      let b = Property { a.value + 1 }
      c.value = Property { b.value + 1 }
      guard c.value!.value == 2 else { return }
      isOn.value = true
      _ = c.value!.value
    }
  }

  @Test func aPairThatReadsEachOtherOnACondition() async {
    await #expect(processExitsWith: .failure) {
      let (isOn, b) = (MutableProperty(false), Later<Property<Int>>())
      let a = Property { isOn.value ? b.value!.value : 1 }
      b.value = Property { isOn.value ? a.value : 2 }
      guard a.value == 1, b.value!.value == 2 else { return }
      isOn.value = true
      _ = a.value
    }
  }

  @Test func aPropertyThatReadsItselfUntracked() async {
    await #expect(processExitsWith: .failure) {
      let itself = Later<Property<Int>>()
      itself.value = Property { untracked { itself.value!.value } + 1 }
      _ = itself.value!.value
    }
  }

  @Test func aPropertyThatReadsItselfOnAFlag() async {
    await #expect(processExitsWith: .failure) {
      let (isOn, itself) = (MutableProperty(false), Later<Property<Int>>())
      itself.value = Property { isOn.value ? itself.value!.value : 0 }
      effect { _ = itself.value!.value }
      isOn.value = true
    }
  }

  @Test func aRingOfThreeEffectsSettles() {
    let life = CompositeDisposable()
    defer { life.dispose() }
    let (a, b, c) = (MutableProperty(0), MutableProperty(0), MutableProperty(0))
    effect { b.value = a.value }.add(to: life)
    effect { c.value = b.value }.add(to: life)
    effect { if c.value < 5 { a.value = c.value + 1 } }.add(to: life)
    #expect([a.value, b.value, c.value] == [5, 5, 5])
    b.value = 1
    #expect(c.value == 5)
  }

  @Test func aRingThroughAComputedValueThatSettlesIsNone() {
    let life = CompositeDisposable()
    defer { life.dispose() }
    let (a, heard) = (MutableProperty(0), Heard<Int>())
    let b = computed { min(a.value + 1, 5) }
    effect { a.value = b.value }.add(to: life)
    effect { heard.append(b.value) }.add(to: life)
    #expect(a.value == 5)
    #expect(heard.values.last == 5)
    a.value = 0
    #expect(a.value == 5)
  }
}
