import Rill
import TestSupport
import Testing

@Suite final class BatchingConformance: Conformance {
  @Test func toldWhenTheBatchIsOver() {
    let (a, heard) = (MutableProperty(1), Heard<Int>())
    effect { heard.append(a.value) }.add(to: life)
    batch {
      a.value = 2
      #expect(heard.values == [1])
    }
    #expect(heard.values == [1, 2])
  }

  @Test func theOutermostOfNestedBatchesNotifies() {
    let (a, heard) = (MutableProperty(1), Heard<Int>())
    effect { heard.append(a.value) }.add(to: life)
    batch {
      batch { a.value = 2 }
      #expect(heard.values == [1])
      a.value = 3
    }
    #expect(heard.values == [1, 3])
  }

  @Test func sourcesAreReadAsTheyWereSet() {
    let a = MutableProperty(1)
    batch {
      a.value = 2
      #expect(a.value == 2)
      a.value += 1
      #expect(a.value == 3)
    }
  }

  @Test func computedValuesAreUpToDateWhenRead() {
    let (a, b) = (MutableProperty(1), MutableProperty(1))
    let (tracked, fixed) = (Property { a.value + b.value }, Property(a, b) { $0 + $1 })
    effect { _ = tracked.value + fixed.value }.add(to: life)
    batch {
      a.value = 2
      #expect([tracked.value, fixed.value] == [3, 3])
      b.value = 5
      #expect([tracked.value, fixed.value] == [7, 7])
    }
  }

  /// Decided otherwise: a batch that throws changes nothing.
  @Test func aBatchThatThrowsChangesNothing() {
    let (a, heard) = (MutableProperty(1), Heard<Int>())
    effect { heard.append(a.value) }.add(to: life)
    #expect(throws: Refused.self) {
      try batch {
        a.value = 2
        throw Refused()
      }
    }
    #expect(heard.values == [1])
    a.value = 3
    #expect(heard.values == [1, 3])
  }

  @Test func theFirstRunInABatchIsImmediate() {
    let (a, heard) = (MutableProperty(1), Heard<Int>())
    let life = self.life
    batch {
      effect { heard.append(a.value) }.add(to: life)
      #expect(heard.values == [1])
    }
    #expect(heard.values == [1])
  }

  @Test func toldOnceHoweverOftenItIsSet() {
    let (a, b, heard) = (MutableProperty(1), MutableProperty(1), Heard<Int>())
    effect { heard.append(a.value + b.value) }.add(to: life)
    a.subscribe { heard.append($0 * 100) }.add(to: life)
    _ = heard.take()
    batch {
      for value in 2...5 {
        a.value = value
        b.value = value
      }
    }
    #expect(heard.take() == [500, 10])
  }

  @Test func valuesBetweenAreSkipped() {
    let (a, log) = (MutableProperty(1), Heard<Int>())
    let b = Property {
      log.append(a.value)
      return a.value
    }
    effect { _ = b.value }.add(to: life)
    batch { for value in 2...5 { a.value = value } }
    #expect(log.values == [1, 5])
  }

  @Test func aReturnToTheOriginalValueNotifiesNoObserver() {
    let (a, heard) = (MutableProperty(1), Heard<Int>())
    let cut = a.distinctUntilChanged()
    effect { heard.append(cut.value) }.add(to: life)
    cut.subscribe { heard.append($0 * 10) }.add(to: life)
    batch {
      a.value = 2
      a.value = 1
    }
    #expect(heard.values == [1, 10])
  }

  @Test func theSameResultDoesNotRunTheEffect() {
    let (a, b, heard) = (MutableProperty(1), MutableProperty(2), Heard<Int>())
    let sum = computed { a.value + b.value }
    effect { heard.append(sum.value) }.add(to: life)
    batch {
      a.value = 2
      b.value = 1
    }
    #expect(heard.values == [3])
  }

  @Test func setsOfACleanUpAreOneChange() {
    let (a, b, c, heard) = (MutableProperty(1), MutableProperty(0), MutableProperty(0), Heard<[Int]>())
    effect {
      let value = a.value
      return Disposable {
        b.value = value
        c.value = value
      }
    }.add(to: life)
    effect { heard.append([b.value, c.value]) }.add(to: life)
    a.value = 2
    #expect(heard.values == [[0, 0], [1, 1]])
  }

  @Test func setsAfterABatchNotifyAsUsual() {
    let (a, heard) = (MutableProperty(1), Heard<Int>())
    effect { heard.append(a.value) }.add(to: life)
    batch { a.value = 2 }
    a.value = 3
    #expect(throws: Refused.self) { try batch { throw Refused() } }
    a.value = 4
    #expect(heard.values == [1, 2, 3, 4])
  }

  @Test func batchesThatChangeNothingTriggerNothing() {
    let (a, heard) = (MutableProperty(1), Heard<Int>())
    let cut = a.distinctUntilChanged()
    effect { heard.append(cut.value) }.add(to: life)
    for _ in 0..<3 { batch { a.value = 1 } }
    for _ in 0..<3 { batch {} }
    #expect(heard.values == [1])
    a.value = 2
    #expect(heard.values == [1, 2])
  }

  @Test func disposedBetweenTwoSetsOfABatchMeansNoRun() {
    let (a, heard) = (MutableProperty(1), Heard<Int>())
    let running = effect { heard.append(a.value) }
    batch {
      a.value = 2
      running.dispose()
      a.value = 3
    }
    a.value = 4
    #expect(heard.values == [1])
  }

  @Test func aValueComputedFromARestoredSourceNotifiesNoObserver() {
    let (a, log) = (MutableProperty(1), Heard<String>())
    let cut = a.distinctUntilChanged()
    let b = Property {
      log.append("b")
      return cut.value
    }
    effect { log.append("effect \(b.value)") }.add(to: life)
    _ = log.take()
    batch {
      a.value = 2
      a.value = 1
    }
    #expect(log.take() == [])
  }

  @Test func aNewEffectInABatchReadsItsWrites() {
    let (a, heard) = (MutableProperty(1), Heard<Int>())
    let b = Property { a.value * 10 }
    let life = self.life
    #expect(b.value == 10)
    batch {
      a.value = 2
      effect { heard.append(b.value) }.add(to: life)
      #expect(heard.values == [20])
    }
    #expect(heard.values == [20])
    a.value = 3
    #expect(heard.values == [20, 30])
  }

  @Test func anObserverDisposedInABatchIsNotNotified() {
    let (a, heard) = (MutableProperty(1), Heard<Int>())
    let b = Property { a.value }
    let watching = [
      a.subscribe { heard.append($0) }, b.subscribe { heard.append($0) }, effect { heard.append(b.value) },
    ]
    _ = heard.take()
    batch {
      a.value = 2
      for watching in watching { watching.dispose() }
    }
    #expect(heard.take() == [])
  }

  @Test func readingInABatchEvaluatesTheInputs() {
    let (a, log) = (MutableProperty(1), Heard<String>())
    let b = Property {
      log.append("b")
      return a.value
    }
    let c = Property {
      log.append("c")
      return b.value
    }
    effect { _ = c.value }.add(to: life)
    _ = log.take()
    batch {
      a.value = 2
      #expect(log.take() == [])
      #expect(c.value == 2)
      #expect(log.take() == ["b", "c"])
    }
    // Values computed inside the batch belong to the batch.
    #expect(log.take() == ["b", "c"])
  }

  @Test func readingOneDoesNotNotifyASiblingEarly() {
    let (a, heard) = (MutableProperty(1), Heard<Int>())
    let (b, c) = (Property { a.value }, Property { a.value * 10 })
    effect { heard.append(c.value) }.add(to: life)
    batch {
      a.value = 2
      #expect(b.value == 2)
      #expect(heard.values == [10])
    }
    #expect(heard.values == [10, 20])
  }

  @Test func setsOfAnEffectAreOneChange() {
    let (a, b, c, heard) = (MutableProperty(1), MutableProperty(0), MutableProperty(0), Heard<[Int]>())
    effect {
      b.value = a.value
      c.value = a.value
    }.add(to: life)
    effect { heard.append([b.value, c.value]) }.add(to: life)
    a.value = 2
    #expect(heard.values == [[1, 1], [2, 2]])
  }

  @Test func twoStepsFromASourceThatIsBack() {
    let (a, heard) = (MutableProperty(1), Heard<Int>())
    let b = computed { a.value * 2 }
    let c = computed { b.value * 2 }
    effect { heard.append(c.value) }.add(to: life)
    batch {
      a.value = 2
      a.value = 1
    }
    #expect(heard.values == [4])
  }

  @Test func notComputedIfItsInputIsBack() {
    let (a, log) = (MutableProperty(1), Heard<Int>())
    let cut = a.distinctUntilChanged()
    let b = Property {
      log.append(cut.value)
      return cut.value
    }
    effect { _ = b.value }.add(to: life)
    batch {
      a.value = 2
      a.value = 1
    }
    #expect(log.values == [1])
  }

  @Test func severalSourcesInOneUpdate() {
    let (a, b, heard) = (MutableProperty("a"), MutableProperty("b"), Heard<String>())
    effect { heard.append("\(a.value) \(b.value)") }.add(to: life)
    batch {
      a.value = "aa"
      b.value = "bb"
    }
    #expect(heard.values == ["a b", "aa bb"])
  }

  @Test func theSameObjectIsCut() {
    final class Object: Sendable {}
    let (object, a, heard) = (Object(), MutableProperty(1), Heard<Int>())
    let chosen = Property { a.value > 5 ? Object() : object }.distinctUntilChanged { $0 === $1 }
    effect {
      _ = chosen.value
      heard.append(untracked { a.value })
    }.add(to: life)
    a.value = 2
    a.value = 6
    #expect(heard.values == [1, 6])
  }
}
