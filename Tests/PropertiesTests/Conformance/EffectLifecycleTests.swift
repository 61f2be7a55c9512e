import Rill
import TestSupport
import Testing

@Suite final class EffectLifecycleConformance: Conformance {
  @Test func runsImmediatelyWhenItIsMade() {
    let heard = Heard<Int>()
    effect { heard.append(1) }.add(to: life)
    #expect(heard.values == [1])
  }

  @Test func runsAgainWhenAnInputChanges() {
    let (a, heard) = (MutableProperty(1), Heard<Int>())
    effect { heard.append(a.value) }.add(to: life)
    a.value = 2
    a.value = 3
    #expect(heard.values == [1, 2, 3])
  }

  @Test func disposalStopsIt() {
    let (a, heard) = (MutableProperty(1), Heard<Int>())
    let running = effect { heard.append(a.value) }
    #expect(!running.isDisposed)
    running.dispose()
    #expect(running.isDisposed)
    a.value = 2
    #expect(heard.values == [1])
  }

  @Test func cleansUpBeforeEachRun() {
    let (a, log) = (MutableProperty(1), Heard<String>())
    effect {
      let value = a.value
      log.append("run \(value)")
      return Disposable { log.append("clean \(value)") }
    }.add(to: life)
    a.value = 2
    a.value = 3
    #expect(log.values == ["run 1", "clean 1", "run 2", "clean 2", "run 3"])
  }

  @Test func cleansUpOnDisposal() {
    let (a, log) = (MutableProperty(1), Heard<String>())
    let running = effect {
      let value = a.value
      return Disposable { log.append("clean \(value)") }
    }
    a.value = 2
    running.dispose()
    #expect(log.values == ["clean 1", "clean 2"])
  }

  @Test func cleansUpOutsideOfTheEvaluation() {
    let (a, b, log) = (MutableProperty(1), MutableProperty(1), Heard<String>())
    effect {
      log.append("run \(a.value)")
      return Disposable { log.append("clean \(b.value)") }
    }.add(to: life)
    a.value = 2
    b.value = 2
    #expect(log.values == ["run 1", "clean 1", "run 2"])
  }

  @Test func notRunIfDisposedDuringABatch() {
    let (a, heard) = (MutableProperty(1), Heard<Int>())
    let running = effect { heard.append(a.value) }
    batch {
      a.value = 2
      running.dispose()
    }
    #expect(heard.values == [1])
  }

  @Test func mayDisposeItselfWhileItRuns() {
    let (a, heard, handle) = (MutableProperty(1), Heard<Int>(), Later<Disposable>())
    handle.value = effect {
      heard.append(a.value)
      if a.value == 2 { handle.value?.dispose() }
    }
    a.value = 2
    a.value = 3
    #expect(heard.values == [1, 2])
    #expect(handle.value?.isDisposed == true)
    handle.value = nil
  }

  @Test func onlyTheLatestCleanUpRuns() {
    let (a, log) = (MutableProperty(1), Heard<String>())
    let running = effect {
      let value = a.value
      return value.isMultiple(of: 2) ? Disposable {} : Disposable { log.append("clean \(value)") }
    }
    a.value = 2
    #expect(log.take() == ["clean 1"])
    a.value = 4
    a.value = 5
    #expect(log.take() == [])
    running.dispose()
    #expect(log.take() == ["clean 5"])
  }

  @Test func mayBeDisposedTwice() {
    let (a, log) = (MutableProperty(1), Heard<String>())
    let running = effect {
      _ = a.value
      return Disposable { log.append("clean") }
    }
    running.dispose()
    running.dispose()
    #expect(log.values == ["clean"])
  }

  @Test func aCleanUpThatDisposesPreventsTheRun() {
    let (a, log, handle) = (MutableProperty(1), Heard<String>(), Later<Disposable>())
    handle.value = effect {
      log.append("run \(a.value)")
      return Disposable {
        log.append("clean")
        handle.value?.dispose()
      }
    }
    a.value = 2
    a.value = 3
    #expect(log.values == ["run 1", "clean"])
    handle.value = nil
  }

  @Test func cleansUpWhenItDisposesItself() {
    let (a, log, handle) = (MutableProperty(1), Heard<String>(), Later<Disposable>())
    handle.value = effect {
      let value = a.value
      log.append("run \(value)")
      if value == 2 { handle.value?.dispose() }
      return Disposable { log.append("clean \(value)") }
    }
    a.value = 2
    a.value = 3
    #expect(log.values == ["run 1", "clean 1", "run 2", "clean 2"])
    handle.value = nil
  }

  @Test func theRestOfABodyRunsAfterItsDisposalAndIsTheLast() {
    let (a, b, heard, handle) = (MutableProperty(1), MutableProperty(1), Heard<Int>(), Later<Disposable>())
    handle.value = effect {
      if a.value == 2 { handle.value?.dispose() }
      heard.append(a.value * 10 + b.value)
    }
    a.value = 2
    b.value = 2
    a.value = 3
    #expect(heard.values == [11, 21])
    handle.value = nil
  }

  @Test func oneShot() {
    let (a, heard, handle) = (MutableProperty(0), Heard<Int>(), Later<Disposable>())
    handle.value = effect {
      guard a.value > 2 else { return }
      heard.append(a.value)
      handle.value?.dispose()
    }
    for value in 1...5 { a.value = value }
    #expect(heard.values == [3])
    handle.value = nil
  }

  @Test func notScheduledAfterItsEnd() {
    let (a, heard) = (MutableProperty(0), Heard<Int>())
    let b = Property { a.value }
    let running = effect { heard.append(b.value) }
    a.value = 1
    running.dispose()
    for value in 2...5 { a.value = value }
    batch { a.value = 6 }
    #expect(heard.values == [0, 1])
  }

  @Test func cleansUpOnceHoweverOftenItIsEnded() {
    let (a, log, handle) = (MutableProperty(1), Heard<String>(), Later<Disposable>())
    handle.value = effect {
      _ = a.value
      return Disposable {
        log.append("clean")
        handle.value?.dispose()
      }
    }
    handle.value?.dispose()
    handle.value?.dispose()
    #expect(log.values == ["clean"])
    handle.value = nil
  }

  @Test func readsOfACleanUpAreNotTrackedByTheParent() {
    let (a, b, log, inner) = (MutableProperty(1), MutableProperty(1), Heard<String>(), Later<Disposable>())
    effect {
      log.append("parent \(a.value)")
      inner.value = effect { Disposable { log.append("clean \(b.value)") } }
      inner.value?.dispose()
    }.add(to: life)
    #expect(log.take() == ["parent 1", "clean 1"])
    b.value = 2
    #expect(log.take() == [])
    inner.value = nil
  }

  @Test func aParentThatMakesANewChildHasNoGlitch() {
    let (a, log) = (MutableProperty(1), Heard<String>())
    effect {
      let outer = a.value
      let doubled = Property { a.value * 2 }
      effect { log.append("\(outer) \(doubled.value)") }
    }.add(to: life)
    a.value = 2
    a.value = 3
    #expect(log.values == ["1 2", "2 4", "3 6"])
  }

  @Test func anEffectThatAComputationDisposesIsSkippedAndLeavesNothing() {
    let (a, heard, handle) = (MutableProperty(1), Heard<Int>(), Later<Disposable>())
    weak var released: Released?
    do {
      let token = Released()
      released = token
      let b = Property {
        if a.value == 2 { handle.value?.dispose() }
        return a.value
      }
      handle.value = effect {
        heard.append(b.value)
        _ = token
      }
    }
    a.value = 2
    a.value = 3
    #expect(heard.values == [1])
    handle.value = nil
    #expect(released == nil)
  }

  @Test func siblingsOfAnEffectThatAComputationDisposesAreStillNotified() {
    let (a, log, handle) = (MutableProperty(1), Heard<String>(), Later<Disposable>())
    let b = Property {
      if a.value == 2 { handle.value?.dispose() }
      return a.value
    }
    handle.value = effect { log.append("1: \(b.value)") }
    effect { log.append("2: \(b.value)") }.add(to: life)
    effect { log.append("3: \(a.value)") }.add(to: life)
    _ = log.take()
    a.value = 2
    #expect(log.take().sorted() == ["2: 2", "3: 2"])
    a.value = 3
    #expect(log.take().sorted() == ["2: 3", "3: 3"])
    handle.value = nil
  }

  @Test func disposalByAComputationBesideAnUnchangedOne() {
    let (a, log, handle) = (MutableProperty(1), Heard<String>(), Later<Disposable>())
    let unchanged = computed { a.value * 0 }
    let disposing = computed {
      if a.value == 2 { handle.value?.dispose() }
      return a.value
    }
    handle.value = effect { log.append("gone \(unchanged.value) \(disposing.value)") }
    effect { log.append("stays \(unchanged.value)") }.add(to: life)
    effect { log.append("follows \(disposing.value)") }.add(to: life)
    _ = log.take()
    a.value = 2
    #expect(log.take() == ["follows 2"])
    a.value = 3
    #expect(log.take() == ["follows 3"])
    handle.value = nil
  }

  @Test func neverNotifiedAfterItsDisposal() {
    let (a, heard, second) = (MutableProperty(1), Heard<Int>(), Later<Disposable>())
    // The first disposes of the second when both are about to run.
    effect { if a.value == 2 { second.value?.dispose() } }.add(to: life)
    second.value = effect { heard.append(a.value) }
    a.value = 2
    a.value = 3
    #expect(heard.values == [1])
    second.value = nil
  }

  @Test func aNewEffectAfterADisposalWorks() {
    let (a, heard) = (MutableProperty(1), Heard<Int>())
    effect { heard.append(a.value) }.dispose()
    effect { heard.append(a.value * 10) }.add(to: life)
    a.value = 2
    #expect(heard.values == [1, 10, 20])
  }

  @Test func siblingsOfADisposedEffectAreStillNotified() {
    let (a, log) = (MutableProperty(1), Heard<String>())
    let effects = (1...3).map { index in effect { log.append("\(index): \(a.value)") } }
    _ = log.take()
    effects[1].dispose()
    a.value = 2
    #expect(log.take() == ["1: 2", "3: 2"])
    for effect in effects { effect.dispose() }
    a.value = 3
    #expect(log.take() == [])
  }

  @Test func effectsRunInTheOrderInWhichTheyWereMade() {
    let (a, heard) = (MutableProperty(0), Heard<Int>())
    for index in 0..<10 { effect { heard.append(a.value * 10 + index) }.add(to: life) }
    _ = heard.take()
    a.value = 1
    #expect(heard.take() == Array(10..<20))
    a.value = 2
    #expect(heard.take() == Array(20..<30))
  }

  // MARK: Clean-up

  @Test func anEffectThatIsMadeInACleanUpTracks() {
    let (a, b, heard) = (MutableProperty(1), MutableProperty(1), Heard<Int>())
    let life = self.life
    effect {
      let value = a.value
      return Disposable { if value == 1 { effect { heard.append(b.value) }.add(to: life) } }
    }.add(to: life)
    a.value = 2
    b.value = 2
    a.value = 3
    b.value = 3
    #expect(heard.values == [1, 2, 3])
  }

  @Test func aCleanUpReadsAComputedValueUpToDate() {
    let (a, heard) = (MutableProperty(1), Heard<Int>())
    let b = Property { a.value * 10 }
    effect {
      _ = a.value
      return Disposable { heard.append(b.value) }
    }.add(to: life)
    a.value = 2
    a.value = 3
    #expect(heard.values == [20, 30])
  }

  @Test func aCleanUpMaySetInABatch() {
    let (a, b, c, log) = (MutableProperty(1), MutableProperty(0), MutableProperty(0), Heard<String>())
    effect {
      let value = a.value
      return Disposable {
        batch {
          b.value = value
          c.value = value
        }
      }
    }.add(to: life)
    effect { log.append("\(b.value) \(c.value)") }.add(to: life)
    a.value = 2
    #expect(log.values == ["0 0", "1 1"])
  }

  @Test func untrackedInACleanUp() {
    let (a, b, heard) = (MutableProperty(1), MutableProperty(1), Heard<Int>())
    effect {
      _ = a.value
      return Disposable { heard.append(untracked { b.value }) }
    }.add(to: life)
    a.value = 2
    b.value = 5
    a.value = 3
    #expect(heard.values == [1, 5])
  }

  @Test func aCleanUpReadsValuesDerivedFromItsWrites() {
    let (a, b, heard) = (MutableProperty(1), MutableProperty(0), Heard<Int>())
    let c = Property { b.value + 100 }
    effect { _ = c.value }.add(to: life)
    effect {
      let value = a.value
      return Disposable {
        b.value = value
        heard.append(c.value)
      }
    }.add(to: life)
    a.value = 2
    a.value = 3
    #expect(heard.values == [101, 102])
  }

  @Test func aCleanUpThatSetsAnInputOfItsOwnIsBounded() {
    let (a, log) = (MutableProperty(0), Heard<String>())
    let running = effect {
      log.append("run \(a.value)")
      return Disposable { a.modify { $0 += 10 } }
    }
    a.value = 1
    #expect(log.take() == ["run 0", "run 11"])
    a.value = 2
    #expect(log.take() == ["run 12"])
    running.dispose()
    #expect(log.take() == [])
    #expect(a.value == 22)
  }

  /// Two nested effects that say when they run and clean up.
  private func nested(_ a: MutableProperty<Int>, _ log: Heard<String>) -> Disposable {
    effect {
      let value = a.value
      log.append("outer \(value)")
      effect {
        log.append("inner \(value)")
        return Disposable { log.append("clean inner \(value)") }
      }
      return Disposable { log.append("clean outer \(value)") }
    }
  }

  @Test func anOuterCleanUpComesBeforeTheOuterRun() {
    let (a, log) = (MutableProperty(1), Heard<String>())
    nested(a, log).add(to: life)
    _ = log.take()
    a.value = 2
    let heard = log.take()
    #expect(heard.firstIndex(of: "clean outer 1")! < heard.firstIndex(of: "outer 2")!)
  }

  @Test func innerCleanUpsComeFirst() {
    let (a, log) = (MutableProperty(1), Heard<String>())
    nested(a, log).add(to: life)
    a.value = 2
    #expect(
      log.values == ["outer 1", "inner 1", "clean inner 1", "clean outer 1", "outer 2", "inner 2"])
  }

  @Test func innerCleanUpsComeFirstOnDisposal() {
    let (a, log) = (MutableProperty(1), Heard<String>())
    let outer = nested(a, log)
    _ = log.take()
    outer.dispose()
    #expect(log.take() == ["clean inner 1", "clean outer 1"])
  }

  @Test func threeLevelsCleanUpFromTheInside() {
    let (a, log) = (MutableProperty(1), Heard<String>())
    effect {
      let value = a.value
      effect {
        effect { Disposable { log.append("3 of \(value)") } }
        return Disposable { log.append("2 of \(value)") }
      }
      return Disposable { log.append("1 of \(value)") }
    }.add(to: life)
    a.value = 2
    #expect(log.values == ["3 of 1", "2 of 1", "1 of 1"])
  }

  @Test func anInnerRunCleansUpNothingOfTheOuter() {
    let (a, b, log) = (MutableProperty(1), MutableProperty(1), Heard<String>())
    effect {
      _ = a.value
      effect {
        _ = b.value
        return Disposable { log.append("inner") }
      }
      return Disposable { log.append("outer") }
    }.add(to: life)
    b.value = 2
    #expect(log.take() == ["inner"])
    a.value = 2
    #expect(log.take() == ["inner", "outer"])
  }

  @Test func siblingsCleanUpInTheOrderInWhichTheyWereMade() {
    let (a, log) = (MutableProperty(1), Heard<String>())
    effect {
      _ = a.value
      for index in 1...3 { effect { Disposable { log.append("\(index)") } } }
    }.add(to: life)
    a.value = 2
    #expect(log.values == ["1", "2", "3"])
  }
}

private final class Released: Sendable {}
