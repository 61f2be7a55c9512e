import Rill
import TestSupport
import Testing

/// A closure reads or sets in a batch that throws, so the values that it has read no longer count.
@Suite struct DroppedWriteTests {
  private struct Refused: Error {}

  private let a = MutableProperty(0)
  private let runs = Heard<Int>()

  /// Sets `a` to 1, runs `body` and throws. A closure that runs endlessly stops doing so after 20 runs.
  private func tryBatch(_ body: () -> Void = {}) {
    runs.append(0)
    guard runs.values.count < 20 else { return }
    try? batch { () throws(Refused) in
      a.value = 1
      body()
      throw Refused()
    }
  }

  @Test func anEffectThatReadsADroppedWriteRunsAtMostTwice() {
    let handle = effect { tryBatch { _ = a.value } }
    #expect(runs.take().count <= 2)
    a.value = 5
    #expect(runs.take().count == 1)
    #expect(a.value == 5)
    handle.dispose()
  }

  @Test func anEffectThatReadsAValueDerivedFromADroppedWriteRunsAtMostTwice() {
    let ten = a.map { $0 * 10 }
    let handle = effect { tryBatch { _ = ten.value } }
    #expect(runs.take().count <= 2)
    a.value = 5
    #expect(runs.take().count == 1)
    handle.dispose()
  }

  @Test func anEffectThatHasReadItsDroppedWriteBeforeRunsOnce() {
    let handle = effect {
      _ = a.value
      tryBatch { _ = a.value }
    }
    #expect(runs.take().count == 1)
    handle.dispose()
  }

  @Test func anEffectInABatchReadsADroppedWrite() {
    let life = CompositeDisposable()
    batch {
      a.value = 3
      effect { tryBatch { _ = a.value } }.add(to: life)
      #expect(runs.values.count == 1)
    }
    #expect(runs.take().count <= 2)
    life.dispose()
  }

  @Test func aClosureThatReadsADroppedWriteRunsAtMostTwice() {
    let derived = Property {
      tryBatch { _ = a.value }
      return a.value
    }
    #expect(derived.value == 0)
    #expect(runs.take().count <= 2)
    let heard = Heard<Int>()
    let handle = derived.subscribe { heard.append($0) }
    a.value = 5
    #expect(heard.values == [0, 5])
    #expect(runs.take().count <= 2)
    handle.dispose()
  }

  @Test(arguments: [true, false]) func aClosureMayIgnoreAllButADroppedWrite(_ isInBatch: Bool) {
    let derived = Property {
      tryBatch { _ = a.value }
      return 7
    }
    if isInBatch { batch { #expect(derived.value == 7) } } else { #expect(derived.value == 7) }
    #expect(runs.take().count <= 2)
    let handle = derived.subscribe { _ in }
    #expect(runs.take().count <= 2)
    handle.dispose()
  }

  @Test(arguments: [true, false]) func aClosureThatReadsAndSetsASourceRunsOnceInABatch(_ hasOuterWrite: Bool) {
    let derived = Property {
      let value = a.value
      tryBatch()
      return value
    }
    batch {
      if hasOuterWrite { a.value = 3 }
      #expect(derived.value == (hasOuterWrite ? 3 : 0))
      #expect(runs.take().count == 1)
    }
    #expect(derived.value == a.value)
  }

  @Test func aClosureKeepsItsOuterWriteInABatch() {
    let derived = Property {
      let value = a.value
      a.value = 3
      tryBatch()
      return value
    }
    batch {
      #expect(derived.value == 0)
      #expect(runs.take().count == 1)
      #expect(a.value == 3)
    }
  }

  @Test(arguments: [false, true]) func aClosureMayIgnoreAllButAValueDerivedFromADroppedWrite(_ isInBatch: Bool) {
    let ten = a.map { $0 * 10 }
    let derived = Property {
      tryBatch { _ = ten.value }
      return 7
    }
    if isInBatch { batch { #expect(derived.value == 7) } }
    let handle = derived.subscribe { _ in }
    #expect(runs.take().count <= 4)
    a.value = 5
    #expect(runs.take().count <= 2)
    handle.dispose()
  }

  @Test func aClosureReadsAValueDerivedFromADroppedWriteInABatch() {
    let ten = a.map { $0 * 10 }
    let heard = Heard<Int>()
    let derived = Property {
      let before = ten.value
      tryBatch { #expect(ten.value == 10) }
      return before
    }
    let life = CompositeDisposable()
    batch {
      a.value = 3
      derived.subscribe { heard.append($0) }.add(to: life)
      #expect(runs.take().count <= 2)
    }
    #expect(runs.take().count <= 2)
    a.value = 5
    #expect(heard.values == [30, 50])
    #expect(runs.take().count <= 2)
    life.dispose()
  }

  @Test func aClosureReadsADroppedWriteThatItReplaces() {
    let derived = Property {
      tryBatch {
        _ = a.value
        a.value = 2
      }
      return 7
    }
    #expect(derived.value == 7)
    #expect(runs.take().count <= 2)
    let handle = derived.subscribe { _ in }
    #expect(runs.take().count <= 2)
    handle.dispose()
  }

  @Test func aClosureThatDropsNestedBatchesRunsAtMostTwice() {
    let ten = a.map { $0 * 10 }
    let derived = Property {
      tryBatch {
        #expect(ten.value == 10)
        try? batch { () throws(Refused) in
          a.value = 2
          #expect(ten.value == 20)
          throw Refused()
        }
      }
      return 7
    }
    let handle = derived.subscribe { _ in }
    #expect(runs.take().count <= 2)
    handle.dispose()
  }

  @Test func aChangeAfterADroppedReadRunsTheClosureAgain() {
    let (other, changes, heard) = (MutableProperty(1), Heard<Int>(), Heard<Int>())
    let sum = Property { a.value + other.value }
    let derived = Property {
      var read = 0
      tryBatch {
        read = sum.value
        guard changes.values.isEmpty else { return }
        changes.append(2)
        elsewhere { other.value = 2 }
      }
      return read
    }
    let handle = derived.subscribe { heard.append($0) }
    #expect(heard.values.last == 3)
    #expect(runs.take().count <= 4)
    other.value = 3
    #expect(heard.values.last == 4)
    handle.dispose()
  }

  @Test func aClosureThatSetsAPropertyReadsADroppedWrite() {
    let derived = Property {
      _ = a.value
      a.value = 3
      tryBatch { _ = a.value }
      return 7
    }
    #expect(derived.value == 7)
    #expect(runs.take().count <= 2)
  }
}
