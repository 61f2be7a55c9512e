import Dispatch
import Foundation
import Rill
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

  @Test func insideEverythingIsVisibleAndNothingIsTold() {
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

  @Test func whoSubscribesInsideHearsTheCurrentValueAndTheLastAtTheEnd() {
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
    #expect(heard.values == [0, 4])
    property.value = 5
    #expect(heard.values == [0, 4, 5])
  }

  @Test func whatObserversOfABatchSetComesAfterIt() {
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

  @Test func aPropertyReleasedInABatchTellsItsLastValue() {
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

  @Test func batchesThatOverlapAreToldAsOneWhenTheLaterIsOver() {
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
    // The other thread has a part of this in hand.
    #expect(heard.values == [[0, 0, 0]])
    #expect(b.value == 1)
    a.value = 3
    mayEnd.signal()
    isOver.wait()
    #expect(heard.values == [[0, 0, 0], [3, 1, 2]])
    a.value = 4
    #expect(heard.values.last == [4, 1, 2])
  }
}
