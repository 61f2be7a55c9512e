import StreamCore
import StreamTesting
import Testing

@Suite struct ZipTests {
  private let a = Hand<Int, Problem>()
  private let b = Hand<Int, Problem>()
  private let log = Log<Event<[Int], Problem>>()

  private func pair() { a.zip(b).mapping { [$0, $1] }.record(in: log) }

  @Test func picture() {
    marbles(values: ["p": "1a", "q": "2b", "r": "3c"]) {
      "1---2-----3-|"
      "--a-b-c|"
      "--p-q-----(r|)"
    } through: { a, b, _ in
      a.zip(b).mapping { $0 + $1 }
    }
  }

  @Test func theShortestDecidesAlsoAgainstAnEndlessOne() {
    #expect(Signal([1, 2]).zip(naturals).mapping { [$0, $1] }.events == [.next([1, 0]), .next([2, 1]), .completed])
    #expect(Signal([Int]()).zip(naturals).values.isEmpty)
  }

  @Test func aStreamZippedWithItself() {
    let signal = Signal([1, 2, 3])
    #expect(signal.zip(signal).mapping { $0 + $1 }.values == [2, 4, 6])
  }

  @Test func aStreamWithSideEffectsIsSubscribedToTwice() {
    let runs = Counter()
    let signal = Signal<Int, Never>.deferred { .just(runs.add()) }
    #expect(signal.zip(signal).mapping { [$0, $1] }.values == [[1, 2]])
  }

  @Test func completesWithTheLastPossiblePair() {
    pair()
    a.send(1)
    a.send(2)
    a.complete()
    #expect(log.all == [])
    b.send(10)
    #expect(log.all == [.next([1, 10])])
    b.send(20)
    #expect(log.all == [.next([1, 10]), .next([2, 20]), .completed])
    #expect(b.disposals.value == 1)
  }

  @Test func aDrainedSideCompletesTheResultImmediately() {
    pair()
    b.send(1)
    a.complete()
    #expect(log.all == [.completed])
  }

  @Test func theOrderOfTheArgumentsDoesNotMatter() {
    pair()
    a.send(1)
    b.complete()
    #expect(log.all == [.completed])
  }

  @Test func aFailureDoesNotWaitForPartners() {
    pair()
    a.send(1)
    a.send(2)
    a.fail(Problem())
    #expect(log.all == [.failed(Problem())])
    #expect([a.disposals.value, b.disposals.value] == [1, 1])
  }

  @Test func aFailureAfterACompletionThatStillWaitsWins() {
    pair()
    a.send(1)
    a.complete()
    b.fail(Problem())
    #expect(log.all == [.failed(Problem())])
  }

  @Test func aFailureEarlierThanTheCompletionWins() {
    pair()
    a.send(1)
    b.fail(Problem())
    a.complete()
    #expect(log.all == [.failed(Problem())])
  }

  @Test func aFailureEarlierInTimeAfterTheLastPairWins() {
    pair()
    a.send(1)
    b.send(1)
    b.fail(Problem())
    a.complete()
    #expect(log.all == [.next([1, 1]), .failed(Problem())])
  }

  @Test func aFailureAfterTheCompletingSideWasUsedUpComesTooLate() {
    pair()
    a.send(1)
    a.complete()
    b.send(1)
    b.fail(Problem())
    #expect(log.all == [.next([1, 1]), .completed])
  }

  @Test func unevenArrivalThenAFailure() {
    let c = Hand<Int, Problem>()
    a.zip(b).zip(c).mapping { [$0.0, $0.1, $1] }.record(in: log)
    for value in 1...3 { a.send(value) }
    b.send(1)
    c.send(1)
    c.send(2)
    b.send(2)
    b.send(3)
    #expect(log.all == [.next([1, 1, 1]), .next([2, 2, 2])])
    c.send(3)
    c.fail(Problem())
    for hand in [a, b, c] { hand.send(4) }
    #expect(log.all == [.next([1, 1, 1]), .next([2, 2, 2]), .next([3, 3, 3]), .failed(Problem())])
  }

  @Test func twoThreadsFeedIt() async {
    pair()
    onThreads(2) { side in
      for value in 0..<10_000 { side == 0 ? a.send(value) : b.send(value) }
      side == 0 ? a.complete() : b.complete()
    }
    await until { log.all.last == .completed }
    #expect(log.all == (0..<10_000).map { .next([$0, $0]) } + [.completed])
  }
}
