import Dispatch
import Foundation
import Rill
import TestSupport
import Testing

@Suite struct BatchTests {
  @Test func derivedStateNeverShowsAMixedPair() {
    let (first, last) = (MutableProperty("Ada"), MutableProperty("Lovelace"))
    let full = Property(first, last) { "\($0) \($1)" }
    let heard = Heard<String>()
    full.subscribe { heard.append($0) }
    batch {
      first.value = "Grace"
      last.value = "Hopper"
    }
    #expect(heard.values == ["Ada Lovelace", "Grace Hopper"])
  }

  @Test func insideEverythingIsVisibleAndNoObserverIsNotified() {
    let (first, last) = (MutableProperty(1), MutableProperty(2))
    let sum = Property(first, last) { $0 + $1 }
    let heard = Heard<String>()
    first.subscribe { heard.append("first \($0)") }
    sum.subscribe { heard.append("sum \($0)") }
    batch {
      first.value = 10
      #expect(first.value == 10)
      #expect(sum.value == 12)
      last.value = 20
      first.value = 11
      #expect(sum.value == 31)
      #expect(heard.values == ["first 1", "sum 3"])
    }
    #expect(heard.values == ["first 1", "sum 3", "first 11", "sum 31"])
  }

  @Test func aSubscriberInsideReceivesTheCurrentValueAndTheLastOneAtTheEnd() {
    let property = MutableProperty(1)
    let doubled = property.map { $0 * 2 }
    let heard = Heard<Int>()
    batch {
      property.value = 2
      property.subscribe { heard.append($0) }
      doubled.subscribe { heard.append($0) }
      property.value = 3
      #expect(heard.values == [2, 4])
    }
    #expect(heard.values == [2, 4, 3, 6])
  }

  @Test func aBatchInABatchIsPartOfIt() {
    let property = MutableProperty(0)
    let heard = Heard<Int>()
    property.subscribe { heard.append($0) }
    batch {
      property.value = 1
      batch { property.value = 2 }
      #expect(heard.values == [0])
      property.value = 3
    }
    #expect(heard.values == [0, 3])
  }

  @Test func aBatchReturnsAndThrows() {
    struct Refused: Error {}
    let property = MutableProperty(0)
    let heard = Heard<Int>()
    property.subscribe { heard.append($0) }
    #expect(batch { property.value + 1 } == 1)
    #expect(throws: Refused.self) {
      try batch {
        property.value = 4
        throw Refused()
      }
    }
    #expect(property.value == 0)
    #expect(heard.values == [0])
    property.value = 5
    #expect(heard.values == [0, 5])
  }

  @Test func setsByObserversOfABatchAreDeliveredAfterIt() {
    let (a, b) = (MutableProperty(0), MutableProperty(0))
    let heard = Heard<String>()
    a.subscribe { [weak b] value in
      heard.append("a \(value)")
      if value == 1 { b?.value = 5 }
    }
    b.subscribe { heard.append("b \($0)") }
    batch {
      a.value = 1
      b.value = 1
    }
    #expect(heard.values == ["a 0", "b 0", "a 1", "b 1", "b 5"])
  }

  @Test func aPropertyReleasedInABatchSendsItsLastValue() {
    let heard = Heard<String>()
    batch {
      let property = MutableProperty(0)
      property.subscribe(next: { heard.append("\($0)") }, completed: { heard.append("|") })
      property.value = 1
    }
    #expect(heard.values == ["0", "1", "|"])
  }

  @Test func fourThreadsOfTransfersNeverShowMoneyOnTheWay() async {
    let (here, there) = (MutableProperty(0), MutableProperty(0))
    let total = Property(here, there) { $0 + $1 }
    let wrong = Heard<Int>()
    total.subscribe { if $0 != 0 { wrong.append($0) } }
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<300 {
            batch {
              here.modify { $0 += 1 }
              there.modify { $0 -= 1 }
            }
          }
        }
      }
    }
    #expect(wrong.values.isEmpty)
    #expect(here.value == 1_200)
    #expect(there.value == -1_200)
  }

  @Test func batchesThatOverlapAreIsolatedAndTheLaterToEndWins() {
    let (a, b, c) = (MutableProperty(0), MutableProperty(0), MutableProperty(0))
    let heard = Heard<[Int]>()
    Property(a, b, c) { [$0, $1, $2] }.subscribe { heard.append($0) }
    let (hasSet, mayEnd, isOver) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    Thread.detachNewThread {
      batch {
        b.value = 2
        c.value = 2
        hasSet.signal()
        mayEnd.wait()
      }
      isOver.signal()
    }
    hasSet.wait()
    batch {
      a.value = 1
      b.value = 1
    }
    #expect(heard.values == [[0, 0, 0], [1, 1, 0]])
    a.value = 3
    mayEnd.signal()
    isOver.wait()
    #expect(heard.values == [[0, 0, 0], [1, 1, 0], [3, 1, 0], [3, 2, 2]])
  }

  @Test func aBatchThatThrowsNotifiesNoObserverAndChangesNothing() {
    struct Refused: Error {}
    let (a, b) = (MutableProperty(1), MutableProperty(1))
    let (sum, tracked) = (Property(a, b) { $0 + $1 }, Property { a.value * b.value })
    let heard = Heard<Int>()
    sum.subscribe { heard.append($0) }
    let subscription = tracked.subscribe { heard.append($0) }
    let following = effect { heard.append(tracked.value) }
    _ = heard.take()
    #expect(throws: Refused.self) {
      try batch {
        a.value = 5
        b.modify { $0 += 1 }
        #expect(sum.value == 7)
        #expect(tracked.value == 10)
        throw Refused()
      }
    }
    #expect(a.value == 1 && b.value == 1)
    #expect(sum.value == 2 && tracked.value == 1)
    #expect(heard.values.isEmpty)
    // An observed closure retains its captures.
    subscription.dispose()
    following.dispose()
  }

  @Test func aNestedBatchThatThrowsDropsItsOwnWritesOnly() {
    struct Refused: Error {}
    let (a, b, c) = (MutableProperty(1), MutableProperty(1), MutableProperty(1))
    let heard = Heard<[Int]>()
    let sum = Property(a, b, c) { [$0, $1, $2] }
    sum.subscribe { heard.append($0) }
    let following = effect { heard.append([a.value + b.value + c.value]) }
    _ = heard.take()
    batch {
      a.value = 2
      b.modify { $0 += 1 }
      #expect(throws: Refused.self) {
        try batch {
          a.value = 3
          try? batch {
            a.value = 4
            throw Refused()
          }
          #expect(sum.value == [3, 2, 1])
          b.modify { $0 += 10 }
          batch { c.value = 5 }
          #expect(sum.value == [3, 12, 5])
          throw Refused()
        }
      }
      #expect(sum.value == [2, 2, 1])
      b.modify { $0 += 100 }
    }
    #expect(heard.take() == [[2, 102, 1], [105]])
    batch {
      try? batch { () throws(Refused) in
        c.value = 9
        throw Refused()
      }
    }
    #expect(c.value == 1)
    #expect(heard.values.isEmpty)
    following.dispose()
  }

  @Test func aNestedBatchOverManyPropertiesIsRolledBack() {
    struct Refused: Error {}
    let all = (0..<50).map { _ in MutableProperty(0) }
    batch {
      for property in all.prefix(10) { property.value = 1 }
      try? batch {
        for property in all { property.value = 2 }
        throw Refused()
      }
      #expect(all.map(\.value) == (0..<50).map { $0 < 10 ? 1 : 0 })
      for property in all.suffix(20) { property.value += 3 }
    }
    #expect(all.map(\.value) == (0..<50).map { $0 < 10 ? 1 : $0 < 30 ? 0 : 3 })
  }

  @Test func onlyObserversThatReceivedValuesOfANestedBatchAreNotifiedAgain() {
    struct Refused: Error {}
    let a = MutableProperty(1)
    let life = CompositeDisposable()
    let heard = Heard<String>()
    let ten = a.map { $0 * 10 }
    batch {
      a.value = 2
      ten.subscribe { heard.append("before \($0)") }.add(to: life)
      try? batch {
        ten.subscribe { heard.append("in time \($0)") }.add(to: life)
        a.value = 3
        a.subscribe { heard.append("source \($0)") }.add(to: life)
        ten.subscribe { heard.append("derived \($0)") }.add(to: life)
        effect { heard.append("effect \(ten.value)") }.add(to: life)
        throw Refused()
      }
      #expect(heard.take() == ["before 20", "in time 20", "source 3", "derived 30", "effect 30"])
    }
    #expect(heard.take() == ["source 2", "derived 20", "effect 20"])
    life.dispose()
  }

  @Test func aNestedBatchThatThrewIsNotRepeatedByModify() {
    struct Refused: Error {}
    let count = MutableProperty(0)
    batch {
      count.modify { $0 += 1 }
      try? batch {
        count.modify { $0 += 10 }
        throw Refused()
      }
      let isOver = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        count.modify { $0 += 100 }
        isOver.signal()
      }
      isOver.wait()
      count.modify { $0 += 1_000 }
    }
    #expect(count.value == 1_101)
  }

  @Test func aSubscriberInABatchThatThrowsIsNotifiedOfTheStateBefore() {
    struct Refused: Error {}
    let a = MutableProperty(1)
    let heard = Heard<String>()
    try? batch {
      a.value = 2
      a.subscribe { heard.append("source \($0)") }
      a.map { $0 * 10 }.subscribe { heard.append("derived \($0)") }
      throw Refused()
    }
    #expect(heard.values == ["source 2", "derived 20", "source 1", "derived 10"])
  }

  /// `modify` runs again when the batch ends, on the value that another `modify` has stored meanwhile.
  @Test func modifyInABatchLosesNothing() {
    let (count, other) = (MutableProperty(0), MutableProperty(0))
    let (runs, isOver) = (Heard<Int>(), DispatchSemaphore(value: 0))
    batch {
      other.value = 1
      count.modify { value in
        runs.append(value)
        value += 1
      }
      #expect(count.value == 1)
      Thread.detachNewThread {
        count.modify { $0 += 10 }
        isOver.signal()
      }
      isOver.wait()
    }
    #expect(count.value == 11)
    #expect(runs.values == [0, 10])
  }

  @Test func aCutOffKeepsItsValueInABatch() {
    let name = MutableProperty("a")
    let distinct = name.distinctUntilChanged { $0.lowercased() == $1.lowercased() }
    #expect(distinct.value == "a")
    batch {
      name.value = "A"
      #expect(distinct.value == "a")
    }
    #expect(distinct.value == "a")
  }

  @Test func twoGraphsChangeInOneStep() async {
    let (a, b) = (MutableProperty(0), MutableProperty(0))
    let wrong = Heard<String>()
    await withTaskGroup { group in
      group.addTask {
        for value in 1...5_000 {
          batch {
            a.value = value
            b.value = value
          }
        }
      }
      group.addTask {
        for _ in 0..<5_000 {
          let (first, second) = (a.value, b.value)
          if second < first { wrong.append("\(first), \(second)") }
        }
      }
    }
    #expect(wrong.values.isEmpty)
  }

  @Test func aBatchOverAThousandGraphsIsOneStep() {
    let sources = (0..<1_000).map { _ in MutableProperty(0) }
    batch { for source in sources { source.value = 1 } }
    #expect(sources.allSatisfy { $0.value == 1 })
  }
}
