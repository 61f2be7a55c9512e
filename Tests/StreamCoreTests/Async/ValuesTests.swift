import StreamCore
import StreamTesting
import Testing

@Suite struct ValuesTests {
  /// The failure type is the stream's own. The type of the sequence can be hidden behind its element and failure types.
  @Test func theFailureKeepsItsType() async {
    func numbers() -> some AsyncSequence<Int, Problem> & Sendable {
      Signal<Int, Problem>.fail(Problem()).values(buffering: .unbounded)
    }
    func never() -> some AsyncSequence<Int, Never> { Signal([1, 2]).values(buffering: .unbounded) }
    do throws(Problem) {
      for try await _ in numbers() { Issue.record("there is no value") }
      Issue.record("it fails")
    } catch {
      #expect(error == Problem())
    }
    var seen: [Int] = []
    for await value in never() { seen.append(value) }
    #expect(seen == [1, 2])
  }

  @Test func everyIterationIsASubscriberOfItsOwn() async {
    let hand = Hand<Int, Never>()
    let values = hand.values(buffering: .unbounded)
    #expect(hand.subscriptions == 0, "nothing is subscribed to before somebody iterates")
    var one = values.makeAsyncIterator()
    var other = values.makeAsyncIterator()
    #expect(hand.subscriptions == 2)
    hand.send(1)
    hand.send(2)
    #expect(await one.next() == 1)
    #expect(await one.next() == 2)
    #expect(await other.next() == 1)
    hand.complete()
    #expect(await one.next() == nil)
    #expect(await other.next() == 2)
    #expect(await other.next() == nil)
    #expect(await other.next() == nil)
  }

  @Test func leavingTheLoopDisposes() async {
    let hand = Hand<Int, Never>()
    let values = hand.values(buffering: .unbounded)
    var iterator = Optional(values.makeAsyncIterator())
    hand.send(1)
    hand.send(2)
    #expect(await iterator?.next() == 1)
    #expect(hand.disposals.value == 0)
    iterator = nil
    #expect(hand.disposals.value == 1)

    let synchronous = Signal([1, 2, 3])
    for await value in synchronous.values(buffering: .unbounded) where value == 2 { break }
  }

  /// Upstream is disposed once, before the loop receives the end.
  @Test func cancellingDisposesUpstreamOnceAndThenEndsTheLoop() {
    let time = TestScheduler()
    let hand = Hand<Int, Never>()
    let disposalsAtTheEnd = Counter()
    let values = hand.values(buffering: .unbounded)
    let task = time.task {
      for await _ in values {}
      disposalsAtTheEnd.add(hand.disposals.value)
    }
    time.advance()
    #expect(hand.disposals.value == 0)
    task.cancel()
    #expect(hand.disposals.value == 1)
    time.advance()
    #expect(disposalsAtTheEnd.value == 1)
    #expect(hand.disposals.value == 1)
  }

  /// A source that has released its observer can never send again. Otherwise the waiting task would leak.
  @Test func aReleasedSourceEndsTheLoop() {
    let time = TestScheduler()
    let hand = Hand<Int, Never>()
    let ends = Counter()
    time.task {
      for await _ in hand.values(buffering: .unbounded) {}
      ends.add()
    }
    time.advance()
    #expect(ends.value == 0)
    hand.forget()
    time.advance()
    #expect(ends.value == 1)
  }

  @Test func droppedValuesAreCounted() async {
    let hand = Hand<Int, Never>()
    let newest = hand.values(buffering: .newest(2))
    let oldest = hand.values(buffering: .oldest(1))
    let coalesced = hand.values(buffering: .coalescing { max($0, $1) })
    var iterators = (
      newest.makeAsyncIterator(), newest.makeAsyncIterator(), oldest.makeAsyncIterator(), coalesced.makeAsyncIterator()
    )
    for value in [5, 6, 7, 3, 4] { hand.send(value) }
    #expect(iterators.0.droppedCount == 3)
    #expect(newest.droppedCount == 6, "two iterations dropped three each")
    #expect(oldest.droppedCount == 4)
    #expect(coalesced.droppedCount == 0)
    #expect(await iterators.0.next() == 3)
    #expect(await iterators.1.next() == 3)
    #expect(await iterators.2.next() == 5)
    #expect(await iterators.3.next() == 7)
    hand.send(8)
    #expect(await iterators.2.next() == 8, "there is room again")
    #expect(oldest.droppedCount == 4)
    hand.complete()
  }

  /// A user's own count sums the drops of all subscriptions under it; each sequence also counts its own.
  @Test func dropsAreCountedByTheCounterOfThePolicyToo() {
    let hand = Hand<Int, Never>()
    let drops = DropCount()
    let newest = hand.values(buffering: .newest(2, counting: drops))
    let oldest = hand.values(buffering: .oldest(1, counting: drops))
    let iterators = (newest.makeAsyncIterator(), newest.makeAsyncIterator(), oldest.makeAsyncIterator())
    for value in 1...3 { hand.send(value) }
    #expect(drops.count == 4)
    #expect(newest.droppedCount == 2)
    #expect(iterators.1.droppedCount == 1)
    #expect(oldest.droppedCount == 2)
    hand.complete()
    withExtendedLifetime(iterators) {}
  }

  @Test func theLoopStaysOnItsActor() async {
    let log = Log<Int>()
    await Task { @MainActor in
      for await value in Signal([1, 2, 3]).values(buffering: .unbounded) {
        MainActor.assertIsolated()
        log.add(value)
      }
    }.value
    #expect(log.all == [1, 2, 3])
  }

  /// Dropped values, values buffered when the loop ends early, and the closures of the stream are all released.
  @Test func nothingIsKept() {
    let time = TestScheduler()
    let alive = Counter()
    let hand = Hand<Probe, Never>()
    func probe() -> Probe {
      alive.add()
      return Probe { alive.add(-1) }
    }
    let task = time.task {
      for await probe in hand.values(buffering: .newest(2)) {
        probe.touch()
        try? await time.sleep(for: .seconds(1))
      }
    }
    time.advance()
    for _ in 0..<5 { hand.send(probe()) }
    time.advance()
    #expect(alive.value > 0)
    task.cancel()
    time.run()
    #expect(alive.value == 0)
  }

  /// A value that is released by a drop may use the stream again: no lock is held.
  @Test func aValueMaySendWhenItIsDropped() async {
    let hand = Hand<Probe, Never>()
    var values = hand.values(buffering: .newest(1)).makeAsyncIterator()
    let resent = Probe()
    hand.send(Probe { hand.send(resent) })
    hand.send(Probe())
    #expect(await values.next() === resent)
    hand.complete()
    #expect(await values.next() == nil)
  }

  @Test func impossibleBuffersTrap() async {
    await #expect(processExitsWith: .failure) { _ = BufferPolicy<Int>.newest(0) }
    await #expect(processExitsWith: .failure) { _ = BufferPolicy<Int>.oldest(-1) }
    await #expect(processExitsWith: .failure) { _ = BufferPolicy<Int>.suspending(0) }
  }
}
