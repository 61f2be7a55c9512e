import Rill
import TestSupport
import Testing

/// Batches that replace values, drop them or compute them again.
@Suite struct BatchEndTests {
  private struct Refused: Error {}

  /// Sets a property when it is released.
  private final class Token: Sendable {
    private let count: MutableProperty<Int>
    init(_ count: MutableProperty<Int>) { self.count = count }
    deinit { count.value += 1 }
  }

  private final class Counter: Sendable {
    let count = MutableProperty(1)
  }

  /// Runs `body` in a batch, and another thread's `change` while the batch is open.
  private func interrupted(by change: @escaping @Sendable () -> Void, _ body: () -> Void) {
    batch {
      body()
      elsewhere(change)
    }
  }

  @Test func boundEndsAreEqualWhenAModifyRunsAgain() {
    let (near, far) = (MutableProperty(0), MutableProperty(5))
    near <~> far
    interrupted(by: { near.modify { $0 += 1 } }) { near.modify { $0 *= 2 } }
    #expect(near.value == 12)
    #expect(far.value == 12)
  }

  @Test func boundEndsAreEqualWhenAModifyDoesNotCount() {
    let (near, far) = (MutableProperty(0), MutableProperty(5))
    near <~> far
    interrupted(by: { near.value = 50 }) { near.modify { $0 *= 2 } }
    #expect(near.value == 50)
    #expect(far.value == 50)
  }

  @Test func aClosureThatSetsItsInputInABatchOfItsOwnRunsOnce() {
    let count = MutableProperty(0)
    let runs = Heard<Int>()
    let reading = Property {
      let read = count.value
      runs.append(read)
      batch { count.value = read + 1 }
      return read
    }
    #expect(reading.value == 0)
    #expect(reading.value == 0)
    #expect(count.value == 1)
    count.value = 5
    #expect(reading.value == 5)
    #expect(runs.values == [0, 5])
  }

  @Test func aSetByTheConverterOfABindingIsNoModify() {
    let (near, far) = (MutableProperty(0), MutableProperty(0))
    near
      <~> far.converted(
        to: { $0 },
        from: { value in
          if value == 3 { near.value = 7 }
          return value
        })
    interrupted(by: { near.value = 50 }) { near.modify { $0 = 3 } }
    #expect(near.value == 7)
    #expect(far.value == 7)
  }

  @Test func aModifyThatThrowsWhenItRunsAgainHasNoEffect() {
    let numbers = MutableProperty([1])
    interrupted(by: { numbers.modify { $0.append(5) } }) {
      try? numbers.modify { numbers in
        numbers.append(9)
        if numbers.count > 2 { throw Refused() }
      }
    }
    #expect(numbers.value == [1, 5])
  }

  @Test func aValueThatWritesInItsReleaseMayBeReplacedInANestedBatch() {
    let count = MutableProperty(0)
    let token = MutableProperty<Token?>(nil)
    batch {
      count.value = 0
      batch {
        token.value = Token(count)
        batch { token.value = nil }
      }
    }
    #expect(count.value == 1)
  }

  @Test func aValueThatWritesInItsReleaseMayBeDroppedWithANestedBatch() {
    let count = MutableProperty(0)
    let token = MutableProperty<Token?>(nil)
    batch {
      count.value = 0
      #expect(throws: Refused.self) {
        try batch {
          token.value = Token(count)
          throw Refused()
        }
      }
    }
    #expect(count.value == 1)
  }

  @Test func aSubscriberOfAFinalChoiceMayComeInABatch() {
    let chosen = MutableProperty(1)
    var source: MutableProperty<Int>? = MutableProperty(0)
    let values = source?.flatMap { _ in chosen }.signal
    let (early, late) = (Heard<Int>(), Heard<Int>())
    values?.subscribe { early.append($0) }
    source = nil
    batch {
      chosen.value = 2
      values?.subscribe { late.append($0) }
    }
    chosen.value = 3
    #expect(early.values == [1, 2, 3])
    #expect(late.values == [2, 3])
  }

  @Test func aClosureMayReadATemporaryPropertyInABatch() {
    let source = MutableProperty(0)
    let sum = Property { source.value + Counter().count.value }
    let next = sum.map { sum in
      if source.value < 2 { source.value = 2 }
      return sum
    }
    batch {
      source.value = 1
      _ = next.value
    }
    #expect(next.value == 3)
  }

  @Test func aClosureThatSetsItsSourceInABatchIsComputedAgain() {
    let source = MutableProperty(0)
    let sum = Property { source.value + 10 }
    let next = sum.map { sum in
      source.value = 2
      return sum
    }
    batch {
      source.value = 1
      #expect(next.value == 12)
      #expect(next.value == 12)
    }
    #expect(next.value == 12)
  }

  @Test func aClosureThatChangesADerivedInputIsComputedAgain() {
    let source = MutableProperty(1)
    let doubled = source.map { $0 * 2 }
    let limited = Property {
      let value = doubled.value
      if value > 10 { source.value = 5 }
      return value
    }
    let received = Heard<Int>()
    let handle = limited.subscribe { received.append($0) }
    source.value = 9
    #expect(limited.value == 10)
    #expect(received.values == [2, 10])
    handle.dispose()
  }

  @Test func aClosureThatSetsItsInputKeepsItsResult() {
    let (source, runs) = (MutableProperty(1), Heard<Int>())
    let counted = Property {
      let value = source.value
      runs.append(value)
      source.value = value + 10
      return value
    }
    #expect(counted.value == 1)
    #expect(batch { counted.value } == 1)
    source.value = 2
    #expect(batch { counted.value } == 2)
    #expect(runs.values == [1, 2])
  }
}
