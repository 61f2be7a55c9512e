import Rill
import StreamTesting
import TestSupport
import Testing

/// Observers and transforms that set properties, in batches and outside, each of which a random program has found.
@Suite struct BatchSubscriberTests {
  private struct Failure: Error {}

  private func heard<Value: Sendable>(_ body: (_ hear: @escaping @Sendable (Value) -> Void) -> Void) -> [Value] {
    let heard = Heard<Value>()
    body { heard.append($0) }
    return heard.values
  }

  @Test func dependentsOfATransformThatSetsItsSourceHaveNoGlitch() {
    let a = MutableProperty(0)
    let c = a.map { value -> Int in
      if value > 5 { a.value = 4 }
      return value
    }
    let pair = Property(c, a) { [$0, $1] }
    a.value = 9
    #expect(pair.value == [4, 4])
    a.value = 9
    #expect(c.value == 4)
    #expect(a.value == 4)
    let heard: [[Int]] = heard { hear in
      let subscription = pair.subscribe(hear)
      a.value = 9
      subscription.dispose()
    }
    #expect(heard.allSatisfy { $0 == [4, 4] })
  }

  @Test func aTransformThatSetsItsSourceInABatchIsComputedAgain() {
    let a = MutableProperty(0)
    let c = a.map { value -> Int in
      if value > 5 { a.value = 4 }
      return value
    }
    batch {
      a.value = 9
      #expect(c.value == 4)
    }
    #expect(a.value == 4)
  }

  @Test func aTransformThatSetsSomethingElseRunsOnce() {
    let (a, log, runs) = (MutableProperty(0), MutableProperty(0), MutableProperty(0))
    let joined = Property(a, log) { $0 + $1 }
    let c = a.map { value -> Int in
      log.value += 1
      runs.value += 1
      return value
    }
    _ = joined.value
    #expect(c.value == 0)
    #expect(runs.value == 1)
    batch {
      a.value = 1
      #expect(c.value == 1)
    }
    #expect(runs.value == 2)
  }

  @Test func anEffectThatIsMadeInABatchAndSetsItsInputRunsAgain() {
    let s = MutableProperty(1)
    let heard: [Int] = heard { hear in
      batch {
        s.value = 2
        effect {
          hear(s.value)
          if s.value < 5 { s.value += 1 }
        }
      }
    }
    #expect(heard == [2, 3, 4, 5])
  }

  @Test func aSubscriberOfATrackedPropertyInABatchIsNotNotifiedOfAnotherSource() {
    let (a, b) = (MutableProperty(0), MutableProperty(0))
    let both = Property(a, b) { $0 + $1 }
    let heard: [Int] = heard { hear in
      batch {
        a.value = 1
        Property { a.value }.subscribe(hear)
        b.value = 2
      }
    }
    #expect(heard == [1])
    #expect(both.value == 3)
  }

  @Test func aSubscriberThatReadSomethingElseInTheBatchIsNotifiedOfThat() {
    let (isA, a, b) = (MutableProperty(true), MutableProperty(1), MutableProperty(2))
    let chosen = Property { isA.value ? a.value : b.value }
    #expect(chosen.value == 1)
    let heard: [Int] = heard { hear in
      batch {
        isA.value = false
        chosen.subscribe(hear)
        b.value = 5
      }
    }
    #expect(heard == [2, 5])
  }

  @Test func aSubscriberThatIsDisposedInABatchThatThrowsReceivesNothingMore() {
    let s = MutableProperty(1)
    let heard: [Int] = heard { hear in
      try? batch { () throws(Failure) in
        s.value = 2
        let handle = s.subscribe(hear)
        handle.dispose()
        throw Failure()
      }
    }
    #expect(heard == [2])
  }

  @Test func anEffectThatSetsAPropertyBeforeItsFirstReadRunsOnce() {
    let (a, b) = (MutableProperty(1), MutableProperty(1))
    let heard: [Int] = heard { hear in
      effect {
        hear(a.value)
        b.value = 2
        _ = b.value
      }
    }
    #expect(heard == [1])
  }

  @Test func anEffectThatSetsInABatchAPropertyBeforeItsFirstReadRunsOnce() {
    let (a, b) = (MutableProperty(1), MutableProperty(1))
    let heard: [Int] = heard { hear in
      effect {
        hear(a.value)
        batch {
          b.value = 2
          _ = b.value
        }
      }
    }
    #expect(heard == [1])
  }

  @Test func anObserverOfACutOffIsNotNotifiedOfAValueThatItHas() {
    let s = MutableProperty(0)
    let distinct = s.distinctUntilChanged()
    let other = MutableProperty(0)
    let first: [Int] = heard { hear in
      distinct.subscribe { value in
        hear(value)
        if value == 5 { s.value = 2 }
      }
      effect { if other.value == 0, distinct.value == 2 { s.value = 5 } }
      s.value = 5
      other.value = 1
    }
    #expect(first == [0, 5])
  }

  @Test func aSubscriberOfABatchInAHandlerReceivesAValueOnce() {
    let s = MutableProperty(1)
    let isFirst = MutableProperty(true)
    let heard: [Int] = heard { hear in
      s.subscribe { value in
        guard value == 2, isFirst.value else { return }
        isFirst.value = false
        batch {
          s.value = 3
          s.subscribe(hear)
        }
      }
      s.value = 2
    }
    #expect(heard == [3])
  }

  @Test func aPropertyThatIsReleasedInTheBatchThatSetsItSendsItsLastValue() {
    var s: MutableProperty<Int>? = MutableProperty(1)
    let doubled = s!.map { $0 * 2 }
    let heard: [Int] = heard { hear in
      s!.subscribe(hear)
      doubled.subscribe(hear)
      batch {
        s!.value = 2
        s = nil
      }
    }
    #expect(heard == [1, 2, 2, 4])
  }

  @Test func aTransformThatIsMadeInABatchAndSetsItsSourceIsComputedAgain() {
    let a = MutableProperty(0)
    batch {
      a.value = 9
      let c = a.map { value -> Int in
        if value > 5 { a.value = 4 }
        return value
      }
      #expect(c.value == 4)
    }
    #expect(a.value == 4)
  }

  @Test func anEffectReadsTheStateBeforeABatchThatThrew() {
    let a = MutableProperty(1)
    let heard: [Int] = heard { hear in
      effect {
        hear(a.value)
        try? batch { () throws(Failure) in
          a.value = 2
          hear(a.value)
          throw Failure()
        }
        hear(a.value)
      }
    }
    #expect(heard == [1, 2, 1])
  }

  @Test func aSubscriberOfABatchIsNotNotifiedSinceItsGraphHasGrown() {
    let (a, b) = (MutableProperty(0), MutableProperty(0))
    for value in 1...3 { b.value = value }
    let heard: [Int] = heard { hear in
      batch {
        a.value = 2
        a.map { $0 }.subscribe(hear)
        _ = Property(a, b) { $0 + $1 }
      }
    }
    #expect(heard == [2])
  }

  @Test func aTransformThatSetsItsSourceInABatchWithoutWritesIsComputedAgain() {
    let a = MutableProperty(0)
    let c = a.map { value -> Int in
      if value > 5 { a.value = 4 }
      return value
    }
    a.value = 9
    batch { #expect(c.value == 4) }
    #expect(a.value == 4)
    #expect(c.value == 4)
  }

  @Test func anObserverBehindACutOffIsNotNotifiedOfAValueThatReturns() {
    let s = MutableProperty(1)
    let text = s.map { $0 % 2 }.distinctUntilChanged().map { "\($0)" }
    let heard: [String] = heard { hear in
      text.subscribe { value in if value == "0" { s.value = 9 } }
      text.subscribe(hear)
      s.value = 2
    }
    #expect(heard == ["1"])
  }

  @Test func anObserverBehindACutOffReceivesAnEqualValueOfABatchOnce() {
    let s = MutableProperty(0)
    let isEven = s.map { $0.isMultiple(of: 2) }.distinctUntilChanged()
    let heard: [Bool] = heard { hear in
      batch {
        s.value = 1
        isEven.subscribe(hear)
        s.value = 3
      }
    }
    #expect(heard == [false])
  }

  @Test func anObserverOfANestedBatchThatThrowsIsNotNotifiedOfTheSameValue() {
    let (s, other) = (MutableProperty(0), MutableProperty(0))
    let isEven = s.map { $0.isMultiple(of: 2) }.distinctUntilChanged()
    let sum = Property { s.value > 0 ? other.value : -1 }
    let heard: [String] = heard { hear in
      batch {
        s.value = 1
        try? batch {
          s.value = 3
          isEven.map { "\($0)" }.subscribe(hear)
          other.subscribe { hear("other \($0)") }
          other.map { "derived \($0)" }.subscribe(hear)
          effect { hear("effect \(other.value)") }
          throw Failure()
        }
        sum.map { "sum \($0)" }.subscribe(hear)
      }
    }
    #expect(heard == ["false", "other 0", "derived 0", "effect 0", "sum 0"])
  }

  @Test func anObserverOfANestedBatchThatThrowsIsNotifiedOfTheValueBefore() {
    let s = MutableProperty(1)
    let heard: [String] = heard { hear in
      batch {
        try? batch {
          s.value = 2
          s.subscribe { hear("s \($0)") }
          s.map { "map \($0)" }.subscribe(hear)
          effect { hear("effect \(s.value)") }
          throw Failure()
        }
        s.value = 1
      }
    }
    #expect(heard.prefix(3) == ["s 2", "map 2", "effect 2"])
    #expect(heard.dropFirst(3).sorted() == ["effect 1", "map 1", "s 1"])
  }

  @Test func aSubscriberOfABatchPrecedesThoseThatComeAtItsEnd() {
    let (trigger, source) = (MutableProperty(0), MutableProperty(0))
    let heard: [String] = heard { hear in
      trigger.subscribe { if $0 == 1 { source.subscribe { hear("late \($0)") } } }
      batch {
        trigger.value = 1
        source.value = 1
        source.subscribe { hear("batch \($0)") }
        source.value = 2
      }
      source.value = 3
    }
    #expect(heard == ["batch 1", "late 2", "batch 2", "batch 3", "late 3"])
  }
}
