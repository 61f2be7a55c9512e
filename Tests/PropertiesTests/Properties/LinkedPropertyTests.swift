import Rill
import StreamTesting
import TestSupport
import Testing

@Suite struct LinkedPropertyTests {
  @Test func aSetValueStaysUntilTheSourceChanges() {
    let product = MutableProperty("a")
    let quantity = product.linked { _ in 1 }
    let heard = Heard<Int>()
    quantity.subscribe { heard.append($0) }
    quantity.value = 3
    product.value = "b"
    quantity.value += 1
    #expect(heard.values == [1, 3, 1, 2])
    quantity.reset()
    #expect(quantity.value == 1)
  }

  @Test func anEqualValueOfTheSourceKeepsIt() {
    let source = MutableProperty(1)
    let linked = source.linked()
    linked.value = 7
    source.value = 1
    #expect(linked.value == 7)
  }

  @Test func aSetValueDoesNotReturnWithTheValueOfTheSource() {
    let source = MutableProperty(1)
    let linked = source.linked()
    linked.value = 7
    source.value = 2
    source.value = 1
    #expect(linked.value == 1)
  }

  @Test func aSetValueDoesNotReturnAfterTwoChangesInAHandler() {
    let (source, trigger) = (MutableProperty(1), MutableProperty(0))
    let linked = source.map { $0 * 10 }.linked()
    linked.value = 7
    trigger.skip(1).subscribe { _ in
      source.value = 2
      #expect(linked.value == 20)
      source.value = 1
      #expect(linked.value == 10)
    }
    trigger.value = 1
    #expect(linked.value == 10)
  }

  @Test func aResetInABatchThatThrowsIsTakenBack() {
    let source = MutableProperty(1)
    let linked = source.linked()
    linked.value = 7
    try? batch {
      linked.reset()
      throw Denied()
    }
    #expect(linked.value == 7)
    source.value = 2
    source.value = 1
    #expect(linked.value == 1)
  }

  @Test func aSetValueBeforeANestedBatchThatThrowsIsOverWhenTheSourceChanges() {
    let source = MutableProperty(0)
    let linked = source.linked()
    batch {
      linked.value = 7
      source.value = 1
      try? batch {
        linked.value = 8
        throw Denied()
      }
    }
    source.value = 0
    #expect(linked.value == 0)
  }

  @Test func aReadOfAnotherValueInABatchThatThrowsKeepsTheSetValue() {
    let source = MutableProperty(1)
    let linked = source.linked()
    linked.value = 7
    try? batch {
      source.value = 2
      #expect(linked.value == 2)
      throw Denied()
    }
    #expect(linked.value == 7)
  }

  @Test func aDerivedPropertyNeverMixesSourceAndSetValue() {
    let source = MutableProperty(1)
    let linked = source.map { $0 * 10 }.linked()
    let pair = Property(source, linked) { ($0, $1) }
    let heard = Heard<String>()
    pair.subscribe { heard.append("\($0.0) \($0.1)") }
    linked.value = 11
    source.value = 2
    #expect(heard.values == ["1 10", "1 11", "2 20"])
  }

  @Test func aBatchMaySetBoth() {
    let source = MutableProperty(1)
    let linked = source.map { $0 * 10 }.linked()
    batch {
      source.value = 2
      linked.value = 5
      #expect(linked.value == 5)
    }
    #expect(linked.value == 5)
    batch {
      linked.value = 6
      source.value = 3
    }
    #expect(linked.value == 30)
  }

  @Test func aBatchThatThrowsKeepsTheSetValue() {
    struct Refused: Error {}
    let source = MutableProperty(1)
    let linked = source.linked()
    linked.value = 7
    try? batch {
      source.value = 2
      linked.value = 8
      #expect(linked.value == 8)
      throw Refused()
    }
    #expect(linked.value == 7)
    source.value = 3
    #expect(linked.value == 3)
  }

  @Test func isBoundBothWays() {
    let source = MutableProperty("a")
    let linked = source.linked()
    let field = MutableProperty("")
    field <~> linked
    #expect(field.value == "a")
    field.value = "x"
    #expect(linked.value == "x")
    source.value = "b"
    #expect(field.value == "b")
  }

  @Test func aValueThatABatchSetsIsOverWhenAHandlerChangesTheSourceAndBack() {
    let (source, trigger) = (MutableProperty(1), MutableProperty(0))
    let linked = source.linked()
    trigger.skip(1).subscribe { _ in
      source.value = 2
      source.value = 1
    }
    batch {
      linked.value = 3
      trigger.value = 1
    }
    #expect(linked.value == 1)
  }

  @Test func itsObserversFollowTheSourceAfterItsRelease() {
    var source: MutableProperty? = MutableProperty(1)
    weak var known: LinkedProperty<Int>?
    let recorder: Recorder<Int, Never>
    do {
      let linked = source!.linked()
      known = linked
      linked.value = 2
      recorder = Recorder(linked.signal)
    }
    #expect(known == nil)
    source?.value = 3
    source = nil
    #expect(recorder.events == [.next(2), .next(3), .completed])
  }

  /// Sets of source and linked property, batches and batches that throw, against two variables.
  @Test(.long, arguments: 0..<20) func randomProgramsAgreeWithTwoVariables(seed: UInt64) {
    struct Refused: Error {}
    var random = Random(state: seed)
    for _ in 0..<500 {
      let source = MutableProperty(0)
      let basis = random.next() % 2 == 0 ? source.property : source.map { $0 }
      let linked = basis.linked { $0 * 100 }
      let heard = Heard<Int>()
      let watching = random.next() % 2 == 0 ? linked.subscribe { heard.append($0) } : nil
      var (base, shown) = (0, 0)
      for _ in 0..<20 {
        switch random.next() % 6 {
        case 0, 1:
          let new = Int(random.next() % 3)
          if new != base { (base, shown) = (new, new * 100) }
          source.value = new
        case 2:
          shown = Int(random.next() % 50)
          linked.value = shown
        case 3:
          shown += 1
          linked.modify { $0 += 1 }
        case 4:
          let (new, set) = (Int(random.next() % 3), Int(random.next() % 50))
          (base, shown) = (new, set)
          batch {
            source.value = new
            linked.value = set
          }
        default:
          try? batch {
            source.value = 9
            linked.value = 8
            throw Refused()
          }
        }
        #expect(linked.value == shown)
        #expect(source.value == base)
        if watching != nil { #expect(heard.values.last == shown) }
      }
    }
  }
}
