import StreamCore
import Testing

@Suite struct PushDriverTests {
  private struct Tail: Operator {
    var values: [Int] = []

    mutating func step(_ input: Int) -> Step<Int> {
      values.append(input)
      return .skip
    }

    mutating func finish() -> Int? { values.popLast() }
  }

  private struct Odd: Operator {
    func step(_ input: Int) -> Step<Int> { input % 2 == 1 ? .emit(input) : .skip }
  }

  private struct Until: Operator {
    let limit: Int
    mutating func step(_ input: Int) -> Step<Int> { input < limit ? .emit(input) : .finish }
  }

  @Test func aRuleEmitsAndSkips() {
    #expect(Signal(1...5).apply(Odd()).events == [.next(1), .next(3), .next(5), .completed])
  }

  @Test func aRuleFinishesWithAndWithoutAValue() {
    #expect(naturals.apply(Until(limit: 2)).events == [.next(0), .next(1), .completed])
    #expect(naturals.taking(2).events == [.next(0), .next(1), .completed])
  }

  @Test func theRemainingValuesAreSentAtCompletion() {
    #expect(Signal([1, 2, 3]).apply(Tail()).events == [.next(3), .next(2), .next(1), .completed])
    #expect(Signal([1, 2]).apply(Tail()).events == [.next(2), .next(1), .completed], "a run has a state of its own")
  }

  @Test func aFailureIsNotAnnouncedToTheRule() {
    let source = Signal([1, 2]).promoteFailure(to: Problem.self).concat(Signal<Int, Problem>.fail(Problem()))
    #expect(source.apply(Tail()).events == [.failed(Problem())])
  }

  @Test func theRemainingValuesStopWhenTheSubscriptionIsDisposed() {
    let subscription = Subscription()
    let log = Log<Int>()
    Signal(1...100).apply(Tail()).attach(
      Sink(
        next: { value in
          log.add(value)
          if value == 99 { subscription.dispose() }
        }, end: { _ in Issue.record("an end after disposal") }),
      to: subscription)
    #expect(log.all == [100, 99])
  }

  @Test func disposedInTheLastValueARuleDoesNotComplete() {
    let subscription = Subscription()
    let ends = Counter()
    naturals.taking(2).attach(
      Sink(next: { if $0 == 1 { subscription.dispose() } }, end: { _ in ends.add() }), to: subscription)
    #expect(ends.value == 0)
  }

  /// Behaviour 24, at the driver: the re-entrant value waits, so the rule never counts wrong.
  @Test func aRuleIsExactUnderReentrancy() {
    let hand = Hand<Int, Never>()
    let log = Log<Event<Int, Never>>()
    hand.taking(3).subscribeEvents({ event in
      log.add(event)
      if let value = event.value { hand.send(value + 1) }
    })
    hand.send(1)
    #expect(log.all == [.next(1), .next(2), .next(3), .completed])
  }

  /// The end may have a hop before it. The source stops all the same, and the rule receives no further value.
  @Test func anEndlessSourceStopsThoughTheHandlerIsOnAnotherActor() async {
    let steps = Counter()
    let ended = Latch()
    let log = Log<Int>()
    onThread {
      naturals.mapping { value in
        steps.add()
        return value
      }.taking(2).subscribe(next: { @MainActor in log.add($0) }, completed: { @MainActor in ended.open() })
    }
    await ended.wait()
    #expect(log.all == [0, 1])
    #expect(steps.value == 2)
  }
}
