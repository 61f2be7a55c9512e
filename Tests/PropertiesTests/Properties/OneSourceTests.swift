import Rill
import TestSupport
import Testing

/// A property computed from several properties that all derive from one source.
@Suite struct OneSourceTests {
  private let source = MutableProperty(1)
  private let heard = Heard<Int>()

  private var diamond: Property<Int> { Property(source.map { $0 * 2 }, source.map { $0 + 1 }) { $0 * $1 } }

  @Test func aDiamondOfDiamondsIsUpToDateWhenReadAndWhenDelivered() {
    let far = Property(diamond, source, diamond.map { -$0 }) { $0 + $1 + $2 }
    #expect(far.value == 1)
    far.subscribe { [heard] in heard.append($0) }
    source.value = 2
    #expect(far.value == 2)
    source.value = 3
    #expect(heard.values == [1, 2, 3])
  }

  @Test func itIsComputedOnceForAChangeHoweverManyAsk() {
    let computed = Heard<Int>()
    let both = Property(source, source.map { $0 * 2 }) { one, two in
      computed.append(one)
      return one + two
    }
    both.subscribe { [heard] in heard.append($0) }
    both.map { -$0 }.subscribe { [heard] in heard.append($0) }
    source.value = 2
    #expect(both.value == 6)
    #expect(heard.values == [3, -3, 6, -6])
    #expect(computed.values == [1, 2])
  }

  @Test func aPartThatDependsOnNothingChangesNothing() {
    let nothing = Property(combining: [MutableProperty<Int>]()) { $0.count }
    let both = Property(nothing, diamond) { $0 + $1 }
    both.subscribe { [heard] in heard.append($0) }
    source.value = 2
    #expect(heard.values == [4, 12])
    #expect(both.value == 12)
  }

  @Test func withAnotherSourceItIsOneOfSeveral() {
    let other = MutableProperty(10)
    let sum = Property(diamond, other, source) { $0 + $1 + $2 }
    sum.subscribe { [heard] in heard.append($0) }
    source.value = 2
    other.value = 20
    #expect(sum.value == 34)
    #expect(heard.values == [15, 24, 34])
  }

  @Test func whereItIsChosenItIsFollowed() {
    let isChosen = MutableProperty(false)
    let (one, other) = (diamond, Property(constant: 0))
    isChosen.flatMap { $0 ? one : other }.subscribe { [heard] in heard.append($0) }
    isChosen.value = true
    source.value = 2
    #expect(heard.values == [0, 4, 12])
  }

  @Test func aBatchNotifiesOnce() {
    let diamond = self.diamond
    diamond.subscribe { [heard] in heard.append($0) }
    batch {
      source.value = 2
      source.value = 3
      #expect(diamond.value == 24)
      #expect(heard.values == [4])
    }
    #expect(heard.values == [4, 24])
  }

  @Test func aSetInAHandlerIsDeliveredNextAndNothingIsSkipped() {
    let diamond = self.diamond
    diamond.subscribe { [weak source, heard] value in
      heard.append(value)
      if let source, source.value < 4 { source.value += 1 }
    }
    #expect(heard.values == [4, 12, 24, 40])
    #expect(diamond.value == 40)
  }

  @Test func itEndsWithItsSource() {
    let ended = Heard<Bool>()
    do {
      let source = MutableProperty(1)
      Property(source, source.map { -$0 }) { $0 + $1 }.subscribe(
        next: { [heard] in heard.append($0) }, completed: { ended.append(true) })
      source.value = 2
      #expect(ended.values.isEmpty)
    }
    #expect(heard.values == [0, 0])
    #expect(ended.values == [true])
  }
}
