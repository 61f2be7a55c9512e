import Rill
import TestSupport
import Testing

@Suite struct GlitchTests {
  @Test func aDiamondComputesOncePerChangeAndNeverMixes() {
    let source = MutableProperty(1)
    let computed = Heard<String>()
    let left = source.map { value in
      computed.append("left")
      return value
    }
    let right = source.map { value in
      computed.append("right")
      return -value
    }
    let sum = Property(left, right) { left, right in
      computed.append("sum")
      return left + right
    }
    let heard = Heard<Int>()
    sum.subscribe { heard.append($0) }
    #expect(computed.values.sorted() == ["left", "right", "sum"])
    source.value = 2
    source.value = 3
    #expect(computed.values.sorted() == ["left", "left", "left", "right", "right", "right", "sum", "sum", "sum"])
    #expect(heard.values == [0, 0, 0])
  }

  @Test func observersOfDerivedStateAreNotifiedInTheOrderOfSubscription() {
    let (a, b) = (MutableProperty(1), MutableProperty(1))
    let near = Property(a, b) { $0 + $1 }
    let middle = Property(near, a) { $0 * $1 }
    let far = Property(middle, near, b) { $0 + $1 + $2 }
    let heard = Heard<String>()
    far.subscribe { heard.append("far \($0)") }
    middle.subscribe { heard.append("middle \($0)") }
    near.subscribe { heard.append("near \($0)") }
    a.subscribe { heard.append("a \($0)") }
    let before = heard.values.count
    a.value = 2
    #expect(heard.values.dropFirst(before) == ["a 2", "far 10", "middle 6", "near 3"])
  }

  @Test func aDerivedPropertyIsUpToDateWhereverItIsRead() {
    let (first, last) = (MutableProperty(1), MutableProperty(1))
    let sum = Property(first, last) { $0 + $1 }
    let heard = Heard<Int>()
    // The observer of a source runs before those of derived properties, and reads them up to date.
    let watching = first.subscribe { _ in heard.append(sum.value) }
    sum.subscribe { heard.append($0) }
    first.value = 5
    #expect(sum.value == 6)
    #expect(heard.values == [2, 2, 6, 6])
    watching.dispose()
  }

  @Test func aSetInAHandlerIsPartOfTheSameRound() {
    let (first, last) = (MutableProperty(1), MutableProperty(1))
    let sum = Property(first, last) { $0 + $1 }
    let heard = Heard<Int>()
    first.subscribe { [weak last] in last?.value = $0 }
    sum.subscribe { heard.append($0) }
    first.value = 5
    #expect(heard.values == [2, 10])
  }

  @Test func aHandlerOfADerivedPropertyMaySetItsSources() {
    let (first, last) = (MutableProperty(1), MutableProperty(0))
    let sum = Property(first, last) { $0 + $1 }
    let heard = Heard<Int>()
    sum.subscribe { [weak first] value in
      heard.append(value)
      if value < 10 { first?.modify { $0 += 3 } }
    }
    #expect(heard.values == [1, 4, 7, 10])
    last.value = 1
    #expect(heard.values == [1, 4, 7, 10, 11])
  }

  @Test func subscribingInsideAHandlerReceivesTheValueImmediately() {
    let (first, last) = (MutableProperty(1), MutableProperty(0))
    let sum = Property(first, last) { $0 + $1 }
    let heard = Heard<String>()
    let watching = sum.subscribe { value in
      guard value == 3 else { return }
      sum.subscribe { heard.append("inner \($0)") }
      heard.append("subscribed")
    }
    first.value = 3
    first.value = 4
    #expect(heard.values == ["inner 3", "subscribed", "inner 4"])
    watching.dispose()
  }

  @Test func withoutObserversNothingIsComputed() {
    let (first, last) = (MutableProperty(1), MutableProperty(0))
    let computed = Heard<Int>()
    let sum = Property(first, last) { first, last in
      computed.append(first)
      return first + last
    }
    for value in 2...9 { first.value = value }
    #expect(computed.values.isEmpty)
    let subscription = sum.subscribe { _ in }
    first.value = 10
    subscription.dispose()
    first.value = 11
    #expect(computed.values == [9, 10])
    #expect(sum.value == 11)
  }

  @Test func fourThreadsSeeOnlyStatesThatThereWere() async {
    // Each writer sets `low` before `high`, so there is no moment at which `high` is ahead.
    let (low, high) = (MutableProperty(0), MutableProperty(0))
    let pair = Property(low, high) { ($0, $1) }
    let further = Property(pair, low) { pair, low in (pair.0, pair.1, low) }
    let wrong = Heard<String>()
    pair.subscribe { low, high in if high > low { wrong.append("\(low), \(high)") } }
    further.subscribe { low, high, again in if high > low || again != low { wrong.append("\(low), \(high), \(again)") }
    }
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<300 {
            low.modify { $0 += 1 }
            high.modify { $0 += 1 }
            let (low, high) = pair.value
            if high > low { wrong.append("read \(low), \(high)") }
          }
        }
      }
    }
    #expect(wrong.values.isEmpty)
    #expect(pair.value == (1_200, 1_200))
  }

  @Test func theLastStateIsAlwaysDelivered() async {
    for _ in 0..<50 {
      let (first, last) = (MutableProperty(0), MutableProperty(0))
      let latest = Heard<Int>()
      Property(first, last) { $0 * 1_000 + $1 }.subscribe { latest.append($0) }
      await withTaskGroup { group in
        group.addTask { for value in 1...20 { first.value = value } }
        group.addTask { for value in 1...20 { last.value = value } }
      }
      await until { latest.values.last == 20_020 }
    }
  }
}
