import Rill
import TestSupport
import Testing

@Suite final class InnerWriteConformance: Conformance {
  @Test func anEffectWritesBack() {
    let (a, heard) = (MutableProperty(0), Heard<Int>())
    effect {
      heard.append(a.value)
      if a.value > 5 { a.value = 5 }
    }.add(to: life)
    a.value = 9
    #expect(a.value == 5)
    #expect(heard.values == [0, 9, 5])
  }

  @Test func aCleanUpThatSetsAnInputDoesNotTriggerTheEffectAgain() {
    let (a, heard) = (MutableProperty(0), Heard<Int>())
    let running = effect {
      heard.append(a.value)
      return Disposable { a.modify { $0 += 100 } }
    }
    a.value = 1
    #expect(heard.take() == [0, 101])
    a.value = 2
    #expect(heard.take() == [102])
    running.dispose()
  }

  @Test func aComputationMaySet() {
    let (a, b) = (MutableProperty(1), MutableProperty(0))
    let c = Property {
      b.value = a.value * 2
      return a.value
    }
    #expect(c.value == 1)
    #expect(b.value == 2)
    a.value = 3
    #expect(b.value == 2)
    #expect(c.value == 3)
    #expect(b.value == 6)
  }

  @Test func onlyTheFinalValueOfAnInnerWriteIsSeen() {
    let (a, b, heard) = (MutableProperty(1), MutableProperty(0), Heard<Int>())
    effect { for step in 1...3 { b.value = a.value * step } }.add(to: life)
    effect { heard.append(b.value) }.add(to: life)
    a.value = 10
    #expect(heard.values == [3, 30])
  }

  @Test func innerChangesPropagateUntilTheySettle() {
    let (a, log) = (MutableProperty(0), Heard<String>())
    let isDone = computed { a.value >= 4 }
    effect { if a.value < 4 { a.modify { $0 += 1 } } }.add(to: life)
    effect { log.append("\(isDone.value)") }.add(to: life)
    #expect(a.value == 4)
    a.value = 1
    #expect(a.value == 4)
    #expect(log.values.last == "true")
  }

  @Test func scheduledAgainWhenItSetsBeforeItReads() {
    let (a, b, heard) = (MutableProperty(0), MutableProperty(0), Heard<Int>())
    effect {
      let limit = a.value
      if untracked({ b.value }) < limit { b.modify { $0 += 1 } }
      heard.append(b.value)
    }.add(to: life)
    a.value = 3
    #expect(b.value == 3)
    #expect(heard.values == [0, 1, 2, 3, 3])
  }

  @Test func scheduledAgainWhenItSetsAfterReadingADerivedValue() {
    let (a, heard) = (MutableProperty(0), Heard<Int>())
    let doubled = Property { a.value * 2 }
    effect {
      heard.append(doubled.value)
      if doubled.value < 6 { a.modify { $0 += 1 } }
    }.add(to: life)
    #expect(heard.take() == [0, 2, 4, 6])
    a.value = 2
    #expect(heard.take() == [4, 6])
  }

  @Test func aWriteOfAComputationDoesNotRecomputeItsSiblings() {
    let (a, side, log) = (MutableProperty(1), MutableProperty(0), Heard<String>())
    let b = Property {
      side.value = a.value
      return a.value
    }
    let c = Property {
      log.append("c")
      return a.value
    }
    effect { log.append("\(b.value + c.value)") }.add(to: life)
    a.value = 2
    #expect(log.values == ["c", "2", "c", "4"])
    #expect(side.value == 2)
  }

  @Test func anInnerWriteThatRestoresTheValueNotifiesNoObserver() {
    let (a, b, heard) = (MutableProperty(1), MutableProperty(0), Heard<Int>())
    let cut = b.distinctUntilChanged()
    effect {
      b.value = a.value
      b.value = 0
    }.add(to: life)
    effect { heard.append(cut.value) }.add(to: life)
    a.value = 2
    #expect(heard.values == [0])
  }

  @Test func aListenerThatWritesBackSparesTheSecondIfNothingHasChanged() {
    let (a, heard) = (MutableProperty(1), Heard<Int>())
    let cut = a.distinctUntilChanged()
    effect { if a.value == 2 { a.value = 1 } }.add(to: life)
    effect { heard.append(cut.value) }.add(to: life)
    a.value = 2
    #expect(heard.values == [1])
    a.value = 3
    #expect(heard.values == [1, 3])
  }

  @Test func aListenerThatWritesBackShowsTheSecondTheFinalValue() {
    let (a, heard) = (MutableProperty(1), Heard<Int>())
    effect { if a.value == 2 { a.value = 3 } }.add(to: life)
    effect { heard.append(a.value) }.add(to: life)
    a.value = 2
    #expect(heard.values == [1, 3])
  }

  @Test func dependentsSeeNoIntermediateState() {
    let (a, b, heard) = (MutableProperty(1), MutableProperty(10), Heard<[Int]>())
    let c = Property { b.value + 1 }
    let d = Property { [a.value, c.value] }
    effect { b.value = a.value * 10 }.add(to: life)
    effect { heard.append(d.value) }.add(to: life)
    a.value = 2
    a.value = 3
    #expect(heard.values == [[1, 11], [2, 21], [3, 31]])
  }

  @Test func aComputationThatSetsTheSameValueNotifiesNoObserver() {
    let (a, b, heard) = (MutableProperty(1), MutableProperty(0), Heard<Int>())
    let cut = b.distinctUntilChanged()
    let c = Property {
      b.value = a.value * 0
      return a.value
    }
    effect { heard.append(cut.value) }.add(to: life)
    effect { _ = c.value }.add(to: life)
    a.value = 2
    #expect(heard.values == [0])
  }

  @Test func aComputationThatSetsAnotherValueNotifies() {
    let (a, b, heard) = (MutableProperty(1), MutableProperty(0), Heard<Int>())
    let cut = b.distinctUntilChanged()
    let c = Property {
      b.value = a.value
      return a.value
    }
    effect { heard.append(cut.value) }.add(to: life)
    effect { _ = c.value }.add(to: life)
    a.value = 2
    #expect(heard.values == [0, 1, 2])
  }

  @Test func ofTwoComputationsOneSets() {
    let (a, b, log) = (MutableProperty(1), MutableProperty(0), Heard<String>())
    let setting = Property {
      b.value = a.value * 2
      return a.value
    }
    let other = Property {
      log.append("other")
      return a.value + 1
    }
    effect { _ = setting.value }.add(to: life)
    effect { log.append("other \(other.value)") }.add(to: life)
    effect { log.append("b \(b.value)") }.add(to: life)
    #expect(log.take() == ["other", "other 2", "b 2"])
    a.value = 2
    #expect(log.take().sorted() == ["b 4", "other", "other 3"])
  }

  @Test func scheduledAgainWhenAnInputChangesDuringItsRun() {
    let (a, b, heard) = (MutableProperty(1), MutableProperty(1), Heard<Int>())
    effect {
      let sum = a.value + b.value
      heard.append(sum)
      if b.value < a.value { b.value = a.value }
    }.add(to: life)
    a.value = 3
    #expect(heard.values == [2, 4, 6])
  }

  /// Decided otherwise: the result of a computation that sets its own input is valid.
  @Test func aComputationThatSetsItsOwnInputStands() {
    let (a, log) = (MutableProperty(1), Heard<Int>())
    let b = Property {
      log.append(a.value)
      a.value += 10
      return a.value
    }
    #expect(b.value == 11)
    #expect(b.value == 11)
    #expect(a.value == 11)
    a.value = 2
    #expect(b.value == 12)
    #expect(log.values == [1, 2])
    let heard = Heard<Int>()
    effect { heard.append(b.value) }.add(to: life)
    a.value = 3
    #expect(heard.values == [12, 13])
    #expect(log.values == [1, 2, 3])
  }

  @Test func aWriteThroughAChainResetsTheSource() {
    let (a, heard) = (MutableProperty(0), Heard<Int>())
    let b = Property {
      if a.value != 0 { a.value = 0 }
      return a.value
    }
    let c = Property { b.value + 100 }
    effect { heard.append(c.value) }.add(to: life)
    a.value = 1
    #expect(a.value == 0)
    #expect(c.value == 100)
    a.value = 2
    #expect(a.value == 0)
    #expect(Set(heard.values) == [100])
  }

  @Test func aComputationReadsItsOwnWrite() {
    let (a, heard) = (MutableProperty(1), Heard<[Int]>())
    let doubled = Property { a.value * 2 }
    let b = Property {
      let before = [a.value, doubled.value]
      a.value += 1
      return before + [a.value, doubled.value]
    }
    #expect(b.value == [1, 2, 2, 4])
    a.value = 10
    #expect(b.value == [10, 20, 11, 22])
    effect { heard.append(b.value) }.add(to: life)
    a.value = 20
    #expect(heard.values == [[10, 20, 11, 22], [20, 40, 21, 42]])
  }

  @Test func innerWritesConverge() {
    let (low, high, heard) = (MutableProperty(0), MutableProperty(10), Heard<[Int]>())
    effect { if low.value > high.value { high.value = low.value } }.add(to: life)
    effect { if high.value < low.value { low.value = high.value } }.add(to: life)
    effect { heard.append([low.value, high.value]) }.add(to: life)
    low.value = 20
    high.value = 5
    #expect(heard.values.first == [0, 10])
    #expect(heard.values.last!.first! <= heard.values.last!.last!)
    #expect([low.value, high.value] == heard.values.last)
  }

  @Test func aWriteOfAComputationTriggersItsDependents() {
    let (a, b, heard) = (MutableProperty(1), MutableProperty(0), Heard<Int>())
    let setting = Property {
      b.value = a.value
      return a.value
    }
    effect { heard.append(b.value) }.add(to: life)
    #expect(setting.value == 1)
    #expect(heard.values == [0, 1])
    a.value = 2
    #expect(setting.value == 2)
    #expect(heard.values == [0, 1, 2])
  }

  @Test func dependentsSeeAPairOfWritesOfAComputationTogether() {
    let (a, b, c, heard) = (MutableProperty(1), MutableProperty(0), MutableProperty(0), Heard<Int>())
    let setting = Property {
      b.value = a.value
      c.value = -a.value
      return a.value
    }
    effect { heard.append(b.value * 10 + c.value) }.add(to: life)
    effect { _ = setting.value }.add(to: life)
    a.value = 2
    #expect(heard.values == [0, 9, 18])
  }

  @Test func aWriteOfAComputationInABatchIsDeliveredAfterTheBatch() {
    let (a, b, heard) = (MutableProperty(1), MutableProperty(0), Heard<Int>())
    let setting = Property {
      b.value = a.value
      return a.value
    }
    effect { heard.append(b.value) }.add(to: life)
    batch {
      a.value = 2
      #expect(setting.value == 2)
      #expect(b.value == 2)
      a.value = 3
      #expect(setting.value == 3)
      #expect(heard.values == [0])
    }
    #expect(heard.values == [0, 3])
  }

  @Test func leavingTheBranchStopsTheSideEffect() {
    let (isOn, a, b) = (MutableProperty(true), MutableProperty(1), MutableProperty(0))
    let setting = Property {
      b.value = a.value
      return a.value
    }
    let chosen = Property { isOn.value ? setting.value : 0 }
    effect { _ = chosen.value }.add(to: life)
    isOn.value = false
    a.value = 2
    #expect(b.value == 1)
    isOn.value = true
    #expect(b.value == 2)
  }

  @Test func nestedComputationsThatBothSet() {
    let (a, x, y, heard) = (MutableProperty(1), MutableProperty(0), MutableProperty(0), Heard<[Int]>())
    let inner = Property {
      x.value = a.value * 10
      return a.value
    }
    let outer = Property {
      y.value = inner.value * 100
      return inner.value
    }
    effect { heard.append([outer.value, x.value, y.value]) }.add(to: life)
    a.value = 2
    #expect(heard.values.first == [1, 10, 100])
    #expect(heard.values.last == [2, 20, 200])
    #expect(heard.values.count <= 4)
  }

  @Test func aWriteOfAComputationStaysIfItFailsLater() {
    let (a, b) = (MutableProperty(1), MutableProperty(0))
    let setting = Property<Result<Int, Refused>> {
      b.value = a.value
      return Result { () throws(Refused) in if a.value > 1 { throw Refused() } else { a.value } }
    }
    #expect(setting.value == .success(1))
    a.value = 2
    #expect(setting.value == .failure(Refused()))
    #expect(b.value == 2)
  }

  @Test func anEffectReadsASideWriteOfAComputation() {
    let (a, b, heard) = (MutableProperty(1), MutableProperty(0), Heard<[Int]>())
    let setting = Property {
      b.value = a.value * 10
      return a.value
    }
    effect { heard.append([setting.value, b.value]) }.add(to: life)
    a.value = 2
    #expect(heard.values.first == [1, 10])
    #expect(heard.values.last == [2, 20])
    #expect(!heard.values.contains([2, 10]))
  }

  @Test func aWriteInTheFirstRunDoesNotBlockLaterRuns() {
    let (a, b, heard) = (MutableProperty(1), MutableProperty(0), Heard<Int>())
    let cut = b.distinctUntilChanged()
    effect {
      b.value = a.value
      heard.append(cut.value)
    }.add(to: life)
    a.value = 2
    b.value = 7
    a.value = 3
    #expect(heard.values.contains(1))
    #expect(heard.values.last == 3)
    #expect(b.value == 3)
  }

  @Test func aWriteThroughAComputationDoesNotBlockLaterRuns() {
    let (a, b, heard) = (MutableProperty(1), MutableProperty(0), Heard<Int>())
    let setting = Property {
      if a.value > 1 { b.value = a.value }
      return a.value + b.value
    }
    effect { heard.append(setting.value) }.add(to: life)
    a.value = 2
    b.value = 10
    a.value = 3
    #expect(heard.values == [1, 4, 4, 6] || heard.values == [1, 4, 12, 6])
  }

  // MARK: While observers are notified

  @Test func anEffectSeesAComputedValueThatASiblingHasJustChanged() {
    let (a, b, heard) = (MutableProperty(1), MutableProperty(1), Heard<[Int]>())
    let c = Property { b.value * 10 }
    effect { b.value = a.value }.add(to: life)
    effect { heard.append([a.value, c.value]) }.add(to: life)
    a.value = 2
    #expect(heard.values == [[1, 10], [2, 20]])
  }

  @Test func aFanInThatIsSetWhileTellingSettles() {
    let (a, b, c, heard) = (MutableProperty(1), MutableProperty(1), MutableProperty(1), Heard<Int>())
    let sum = Property { a.value + b.value + c.value }
    effect { b.value = a.value }.add(to: life)
    effect { c.value = b.value }.add(to: life)
    effect { heard.append(sum.value) }.add(to: life)
    a.value = 5
    #expect(heard.values.first == 3)
    #expect(heard.values.last == 15)
    #expect(heard.values.count <= 3)
  }

  @Test func aBatchInTheBodyOfAnEffectIsOneChange() {
    let (a, b, c, heard) = (MutableProperty(1), MutableProperty(1), MutableProperty(1), Heard<[Int]>())
    effect {
      batch {
        b.value = a.value
        c.value = a.value
      }
    }.add(to: life)
    effect { heard.append([b.value, c.value]) }.add(to: life)
    b.subscribe { heard.append([$0, 0]) }.add(to: life)
    _ = heard.take()
    a.value = 2
    #expect(heard.take().sorted { $0.last! < $1.last! } == [[2, 0], [2, 2]])
  }
}

struct Refused: Error, Equatable {}
