import StreamCore
import StreamTesting
import Testing

/// Sources that can wait are suspended by consumers without capacity.
@Suite struct SuspendingTests {
  private let time = TestScheduler()

  /// An asynchronous sequence that counts its requests.
  private struct Counting: AsyncSequence, Sendable {
    typealias Failure = Never
    let asked: Counter
    let limit: Int

    struct Iterator: AsyncIteratorProtocol {
      let asked: Counter
      let limit: Int

      mutating func next() async -> Int? {
        guard asked.value < limit else { return nil }
        return asked.add()
      }
    }

    func makeAsyncIterator() -> Iterator { Iterator(asked: asked, limit: limit) }
  }

  private func loop(
    over values: Values<Int, Never>, into log: Log<Int>, until turns: Hand<Void, Never>
  ) -> Task<Void, Never> {
    time.task {
      var turns = turns.values(buffering: .unbounded).makeAsyncIterator()
      var values = values.makeAsyncIterator()
      while await turns.next() != nil, let value = await values.next() { log.add(value) }
    }
  }

  @Test func aSequenceIsAskedForNoMoreThanThereIsRoomFor() {
    let asked = Counter()
    let log = Log<Int>()
    let turns = Hand<Void, Never>()
    let source = Signal<Int, Never>(Counting(asked: asked, limit: 10))
    let task = loop(over: source.mapping { $0 * 2 }.values(buffering: .suspending(3)), into: log, until: turns)
    time.advance()
    #expect(asked.value == 4, "three have room, and the fourth waits with its sender")
    turns.send(())
    time.advance()
    #expect(log.all == [2])
    #expect(asked.value == 5)
    for _ in 0..<20 {
      turns.send(())
      time.advance()
    }
    #expect(log.all == (1...10).map { $0 * 2 })
    turns.complete()
    time.advance()
    task.cancel()
  }

  /// Of two consumers of one run, the slower one sets the pace, and a disposed one suspends no sender.
  @Test func theSlowestSetsThePaceAndADisposedConsumerSuspendsNoSender() {
    let asked = Counter()
    let (slow, fast) = (Log<Int>(), Log<Int>())
    let (slowTurns, fastTurns) = (Hand<Void, Never>(), Hand<Void, Never>())
    let hub = Hand<Int, Never>()
    let slowTask = loop(over: hub.values(buffering: .suspending(1)), into: slow, until: slowTurns)
    let fastTask = loop(over: hub.values(buffering: .suspending(5)), into: fast, until: fastTurns)
    time.advance()
    time.perform {
      _ = Signal<Int, Never>(Counting(asked: asked, limit: 100)).subscribeEvents { event in
        if case .next(let value) = event { hub.send(value) }
      }
    }
    time.advance()
    #expect(asked.value == 2)
    for _ in 0..<10 {
      fastTurns.send(())
      time.advance()
    }
    #expect(asked.value == 2, "the fast one has had both; the slow one none")
    #expect(fast.all == [1, 2])
    slowTurns.send(())
    time.advance()
    #expect(slow.all == [1])
    #expect(asked.value == 3)
    slowTask.cancel()
    time.advance()
    #expect(asked.value > 5, "only the fast one is left")
    fastTask.cancel()
    time.advance()
    #expect(asked.value == 100, "nobody is left to wait for")
  }

  /// Waking a task takes longer than most values do.
  @Test func withALargeBufferASenderContinuesWhenHalfOfItIsTaken() {
    let (asked, log, turns) = (Counter(), Log<Int>(), Hand<Void, Never>())
    let source = Signal<Int, Never>(Counting(asked: asked, limit: 100))
    let task = loop(over: source.values(buffering: .suspending(16)), into: log, until: turns)
    time.advance()
    #expect(asked.value == 17, "sixteen have room, and one waits with its sender")
    for _ in 1...8 {
      turns.send(())
      time.advance()
    }
    #expect(log.all == Array(1...8) && asked.value == 17)
    turns.send(())
    time.advance()
    #expect(asked.value == 26, "eight were left, eight more have room, and one waits again")
    for _ in 0..<100 { turns.send(()) }
    time.advance()
    #expect(log.all == Array(1...100))
    task.cancel()
  }

  /// A suspended sender is not overtaken forever by later ones.
  @Test(arguments: [1, 7, 8, 20]) func everySenderGetsItsTurn(limit: Int) {
    let (log, turns, hub) = (Log<Int>(), Hand<Void, Never>(), Hand<Int, Never>())
    let asked = (0..<3).map { _ in Counter() }
    let task = loop(over: hub.values(buffering: .suspending(limit)), into: log, until: turns)
    time.advance()
    time.perform {
      for (number, asked) in asked.enumerated() {
        Signal<Int, Never>(Counting(asked: asked, limit: 1_000)).subscribe { _ in hub.send(number) }
      }
    }
    for _ in 0..<300 {
      turns.send(())
      time.advance()
    }
    #expect(log.all.count == 300)
    for number in 0..<3 { #expect(log.all.count { $0 == number } > 60) }
    task.cancel()
    time.advance()
    #expect(asked.allSatisfy { $0.value == 1_000 }, "nobody is left to wait for")
  }

  /// A sender that cannot wait loses nothing.
  @Test func aSenderThatCannotWaitIsNotHeldUp() async {
    let hand = Hand<Int, Never>()
    let values = hand.values(buffering: .suspending(2))
    var iterator = values.makeAsyncIterator()
    for value in 1...10 { hand.send(value) }
    hand.complete()
    var seen: [Int] = []
    while let value = await iterator.next() { seen.append(value) }
    #expect(seen == Array(1...10))
    #expect(values.droppedCount == 0)
  }

  @Test func cancellingASenderThatWaitsLetsItGo() {
    let asked = Counter()
    let disposed = Counter()
    let source = Signal<Int, Never>(Counting(asked: asked, limit: 100))
    var iterator: Values<Int, Never>.Iterator?
    time.perform { iterator = source.values(buffering: .suspending(1)).makeAsyncIterator() }
    time.advance()
    #expect(asked.value == 2)
    #expect(iterator != nil)
    iterator = nil
    disposed.add()
    time.advance()
    #expect(asked.value == 2)
  }

  /// Backpressure passes through every stage that delivers synchronously, and ends with the delivery.
  @Test func pressureIsKnownOnlyDuringTheDelivery() {
    let pressure = Backpressure()
    let inner = Backpressure()
    #expect(Backpressure.current == nil)
    pressure.during {
      #expect(Backpressure.current === pressure)
      inner.during { #expect(Backpressure.current === inner) }
      #expect(Backpressure.current === pressure)
    }
    #expect(Backpressure.current == nil)
  }

  @Test func aSenderWaitsForWorkThatWasLeftToOthers() {
    let pressure = Backpressure()
    let done = Counter()
    let work = Lock<(@Sendable () -> Void)?>(nil)
    pressure.during {
      let carried = Backpressure.carried { done.add(Backpressure.current === pressure ? 1 : 100) }
      work.withLock { $0 = carried }
    }
    let goesOn = Counter()
    time.task {
      await pressure.wait()
      goesOn.add()
    }
    time.advance()
    #expect(goesOn.value == 0)
    work.withLock { $0 }?()
    #expect(done.value == 1)
    work.withLock { $0 = nil }
    time.advance()
    #expect(goesOn.value == 1)
  }

  @Test func aSenderIsCalledBackOnceWhenNoHoldIsLeft() {
    let pressure = Backpressure()
    let called = Counter()
    #expect(!pressure.callBack { called.add() }, "nobody holds it up")
    var one: Backpressure.Suspension? = Backpressure.Suspension(pressure)
    var other: Backpressure.Suspension? = Backpressure.Suspension(pressure)
    #expect(pressure.callBack { called.add() })
    withExtendedLifetime(one) { one = nil }
    #expect(called.value == 0)
    withExtendedLifetime(other) { other = nil }
    #expect(called.value == 1)
    other = Backpressure.Suspension(pressure)
    withExtendedLifetime(other) { other = nil }
    #expect(called.value == 1)
  }

  @Test func aRemovedCallbackIsNotCalled() {
    let pressure = Backpressure()
    let called = Counter()
    var suspension: Backpressure.Suspension? = Backpressure.Suspension(pressure)
    #expect(pressure.callBack { called.add() })
    pressure.removeCallback()
    withExtendedLifetime(suspension) { suspension = nil }
    #expect(called.value == 0)
  }
}
