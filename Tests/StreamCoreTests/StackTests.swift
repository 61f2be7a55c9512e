import StreamCore
import TestSupport
import Testing

/// Contract 8: a million synchronous rounds on a stack of 512 KiB.
@Suite struct StackTests {
  static let rounds = 1_000_000

  @Test(.long) func concatOfAMillionSynchronousStreams() {
    onThread {
      let sum = Counter()
      let signals = repeatElement(Signal<Int, Never>.just(1), count: Self.rounds)
      concat(signals).subscribe { sum.add($0) }
      #expect(sum.value == Self.rounds)
    }
  }

  @Test(.long) func flatMapOfAMillionSynchronousStreams() {
    onThread {
      let sum = Counter()
      Signal(0..<Self.rounds).flatMap { _ in .just(1) }.subscribe { sum.add($0) }
      #expect(sum.value == Self.rounds)
    }
  }

  @Test(.long) func bindOfAMillionEmptyStreams() {
    onThread {
      let ends = Counter()
      Signal(0..<Self.rounds).bind { { _, _ in Signal<Int, Never>.empty } }.subscribe(
        next: { _ in }, completed: { ends.add() })
      #expect(ends.value == 1)
    }
  }

  /// A handler that answers each value with a send.
  @Test(.long) func aMillionReentrantSends() {
    onThread {
      let hand = Hand<Int, Never>()
      let ends = Counter()
      hand.subscribe(
        next: { $0 < Self.rounds ? hand.send($0 + 1) : hand.complete() }, completed: { ends.add() })
      hand.send(1)
      #expect(ends.value == 1)
    }
  }

  @Test(.long) func aMillionRecursiveStepsOnTheImmediateScheduler() {
    onThread {
      let steps = Counter()
      ImmediateScheduler().scheduleRecursively { again in
        if steps.add() < Self.rounds { again() }
      }
      #expect(steps.value == Self.rounds)
    }
  }

  /// Behaviour 90's other scheduler. The queue sits on the pool, whose threads have the system's stacks.
  @Test func recursiveStepsOnAQueue() async {
    let steps = Counter()
    let done = Latch()
    QueueScheduler().scheduleRecursively { again in
      if steps.add() < 100_000 { again() } else { done.open() }
    }
    await done.wait()
    #expect(steps.value == 100_000)
  }

  /// Contract 8 is about rounds and not about stages. Each operator of a chain is a closure in a closure, so
  /// subscribing, sending and releasing need stack in proportion to the length of the chain, which the program text
  /// bounds. A hundred stages fit in every build, including the sanitizers'.
  @Test func aChainOfAHundredStages() {
    onThread {
      var chain = Signal<Int, Never>.just(0)
      for _ in 0..<100 { chain = chain.mapping { $0 + 1 } }
      #expect(chain.values == [100])
    }
  }
}
