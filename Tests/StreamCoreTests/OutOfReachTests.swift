import StreamCore
import StreamTesting
import Testing

/// Contract 14: subscriptions whose source was released without an end, and their waiters.
struct OutOfReachTests {
  private let dropped = Signal<Int, Never> { observer in observer.send(1) }

  @Test func aLazyStreamEndsWhenItsSourceIsOutOfReach() {
    #expect(Array(LazyStream(dropped)) == [1])
    let hand = Hand<Int, Never>()
    let stream = LazyStream(hand)
    let read = AsyncStep()
    let log = LazyLog<Int>()
    onNewThread {
      for element in stream {
        log.note(element)
        read.signal()
      }
      log.note(-1)
      read.signal()
    }
    while hand.subscriptions == 0 {}
    hand.send(1)
    read.wait()
    hand.forget()
    read.wait()
    #expect(log.entries == [1, -1])
  }

  @Test func neverIsWaitedForUntilTheTaskIsCancelled() {
    #expect(Signal<Int, Never>.never.isWaitedFor)
    #expect(!Signal<Int, Never> { _ in }.isWaitedFor)
  }

  @Test func aStreamThatWaitsForNeverIsWaitedFor() {
    #expect(dropped.taking(1).concat(Signal<Int, Never>.never).isWaitedFor)
    #expect(Signal.just(1).flatMap { _ in Signal<Int, Never>.never }.isWaitedFor)
    #expect(Signal<Int, Never>.just(1).zip(Signal<Int, Never>.never).mapping { $0 + $1 }.isWaitedFor)
    #expect(Signal<Int, Never>.deferred { .never }.isWaitedFor)
    let flattened = Signal<Int, Never>.just(1).flatMap { [dropped] _ in dropped }
    #expect(!flattened.isWaitedFor)
    #expect(!dropped.concat(Signal<Int, Never>.never).isWaitedFor, "the second was never subscribed to")
  }

  /// The first stream of a `flatMap` never sends. Once the joint has disposed it, it no longer counts.
  @Test func aDisposedSubscriptionIsNotWaitedFor() {
    let subscription = Subscription()
    let inner = Subscription()
    subscription.add(inner)
    Signal<Int, Never>.never.attach(Sink(next: { _ in }, end: { _ in }), to: inner)
    #expect(subscription.isEndless)
    inner.dispose()
    #expect(!subscription.isEndless)
    subscription.dispose()
    #expect(!subscription.isEndless)
  }

  @Test func handlersReceiveNothingAndTheRunIsTornDown() {
    let log = Log<String>()
    let source = Signal<Int, Never> { _ in Disposable { log.add("torn down") } }
    source.subscribe(next: { _ in log.add("next") }, completed: { log.add("completed") })
    #expect(log.all == ["torn down"])
    let handle = source.subscribe(next: { _ in log.add("next") }, completed: { log.add("completed") })
    #expect(log.all == ["torn down"] && !handle.isDisposed)
    handle.dispose()
    #expect(log.all == ["torn down", "torn down"])
  }

  @Test func aRecorderDoesNotWaitForValuesThatCannotArrive() async {
    let recorder = Recorder(dropped)
    await recorder.waitForValues(5)
    #expect(recorder.values == [1])
    await #expect(processExitsWith: .failure) { await Recorder(Signal<Int, Never> { _ in }).waitForEnd() }
  }

  @Test func neverKeepsNothing() {
    let probe = LifetimeProbe()
    Signal<Int, Never>.never.subscribe { [object = probe.object()] _ in object.touch() }
    #expect(probe.liveCount == 0)
  }

  #if DEBUG
    @Test func theHintOfATornDownRunNamesItsSubscription() {
      let line: UInt = #line + 1
      for _ in 0..<2 { dropped.subscribe { _ in } }
      #expect(hints(at: line).count == 1)
      #expect(hints(at: line).first?.contains("released without an end") == true)
      let other: UInt = #line + 1
      dropped.subscribe(next: { _ in }, completed: {})
      #expect(hints(at: other).count == 1)
    }

    @Test func runsThatNeverEndOrWereDisposedOrHaveEndedPrintNoHint() {
      let first: UInt = #line
      Signal<Int, Never>.never.subscribe { _ in }
      Signal.just(1).flatMap { _ in Signal<Int, Never>.never }.subscribe { _ in }
      Signal.just(1).subscribe { _ in }
      dropped.subscribe { _ in }.dispose()
      for line in first...first + 4 { #expect(hints(at: line) == []) }
    }

    /// In a separate process, because the switch is global.
    @Test func hintsCanBeSwitchedOff() async {
      await #expect(processExitsWith: .success) {
        Hints.isEnabled = false
        Signal<Int, Never> { _ in }.subscribe { _ in }
        precondition(Hints.said.isEmpty && !Hints.isEnabled)
        Hints.isEnabled = true
        Signal<Int, Never> { _ in }.subscribe { _ in }
        precondition(Hints.said.count == 1)
      }
    }

    private func hints(at line: UInt) -> Set<String> {
      Hints.said.filter { $0.hasPrefix("StreamCoreTests/OutOfReachTests.swift:\(line):") }
    }
  #endif
}
