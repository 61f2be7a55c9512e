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
}
