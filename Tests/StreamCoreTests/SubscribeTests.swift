import StreamCore
import Testing

@Suite struct SubscribeTests {
  @Test func valuesOnly() {
    let log = Log<Int>()
    Signal([1, 2]).subscribe { log.add($0) }
    #expect(log.all == [1, 2])
  }

  @Test func valuesAndTheEnd() {
    let log = Log<String>()
    Signal([1, 2]).subscribe(next: { log.add("\($0)") }, completed: { log.add("|") })
    Signal([1, 2]).subscribe(next: { _ in }, completed: { log.add("||") })
    #expect(log.all == ["1", "2", "|", "||"])
  }

  @Test func separateHandlersWhereFailureIsPossible() {
    let log = Log<String>()
    for signal in [Signal<Int, Problem>.just(1), .fail(Problem())] {
      signal.subscribe(
        next: { log.add("\($0)") }, failed: { log.add($0.name) }, completed: { log.add("|") })
      signal.subscribe(next: { _ in }, failed: { log.add("only \($0.name)") })
    }
    #expect(log.all == ["1", "|", "problem", "only problem"])
  }

  @Test func events() {
    #expect(
      Signal<Int, Problem>.just(1).concat(Signal<Int, Problem>.fail(Problem())).events == [
        .next(1), .failed(Problem()),
      ])
  }

  /// One closure without a label receives values, even if these are `Void` and it has no parameter. On a stream that
  /// can fail it does not compile: `Signal<Int, Problem>.just(1).subscribe { print($0) }` lacks `failed`.
  @Test func aClosureWithoutALabelGetsValues() {
    let values = Log<Int>()
    let taps = Counter()
    Signal([1]).subscribe { values.add($0) }
    Signal([(), ()]).subscribe { taps.add() }
    #expect(values.all == [1])
    #expect(taps.value == 2)
  }

  @Test func theHandleIsDisposedAtTheEnd() {
    let hand = Hand<Int, Never>()
    let subscription = hand.subscribe { _ in }
    #expect(!subscription.isDisposed)
    hand.complete()
    #expect(subscription.isDisposed)
    #expect(Signal([1]).subscribe { _ in }.isDisposed)
  }

  /// Contract 6: not even an end that waits behind the delivery in which the subscription is disposed.
  @Test func nothingBeginsAfterDisposeReturned() {
    let hand = Hand<Int, Never>()
    let handle = SerialDisposable()
    let log = Log<String>()
    handle.inner = hand.subscribe(
      next: { value in
        hand.send(value + 1)
        hand.complete()
        handle.dispose()
        log.add("\(value)")
      }, completed: { log.add("completed") })
    hand.send(1)
    #expect(log.all == ["1"])
    #expect(hand.disposals.value == 1)
  }

  /// Contract 6, between threads: a value begins before `dispose()` has returned on the other thread, or never on this
  /// one.
  @Test func disposingWhileOtherThreadsSend() {
    for _ in 0..<50 {
      let hand = Hand<Int, Never>(keepsObservers: true)
      let calls = Counter()
      let subscription = hand.subscribe { _ in calls.add() }
      onThreads(3) { thread in
        if thread == 0 {
          subscription.dispose()
        } else {
          for value in 0..<200 { hand.send(value) }
        }
      }
      let before = calls.value
      hand.send(1)
      #expect(calls.value == before)
      #expect(hand.disposals.value == 1)
    }
  }

  /// A subscription needs no bag: the result is dropped, the values come.
  @Test func anIntermediateSignalThatIsNotStoredContinues() {
    let hand = Hand<Int, Never>()
    let log = Log<Int>()
    do {
      let chain = hand.mapping { $0 * 2 }.flatMap { .just($0 + 1) }
      chain.subscribe { log.add($0) }
    }
    hand.send(1)
    hand.send(2)
    #expect(log.all == [3, 5])
  }
}
