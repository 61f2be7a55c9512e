import StreamCore
import StreamTesting
import Testing

@Suite struct BodyTests {
  @Test func pictureOfAnAsynchronousFunction() {
    marbles {
      "--(5|)"
    } through: { time in
      Signal<Int, any Error> {
        try await time.sleep(for: time.ticks(2))
        return 5
      }
    }
    marbles {
      "--#"
    } through: { time in
      Signal<Int, any Error> {
        try await time.sleep(for: time.ticks(2))
        throw Problem()
      }
    }
  }

  @Test func theBodyRunsForEverySubscriber() {
    let runs = Counter()
    let signal = Signal<Int, Never> { observer in
      observer.send(runs.add())
      observer.complete()
    }
    #expect(runs.value == 0)
    #expect(signal.events == [.next(1), .completed])
    #expect(signal.events == [.next(2), .completed])
  }

  /// Departure from behaviour 18: there is no current scheduler and subscribing never hops. From a bare thread, too,
  /// the body has run when `subscribe` returns.
  @Test func theBodyRunsOnTheSubscribersThreadSynchronously() {
    let log = Log<String>()
    onThread {
      let signal = Signal<Int, Never> { observer in
        log.add("body")
        observer.complete()
      }
      signal.subscribe(next: { _ in }, completed: { log.add("completed") })
      log.add("subscribed")
    }
    #expect(log.all == ["body", "completed", "subscribed"])
  }

  @Test func theCleanUpOfTheBodyIsDisposedWithTheSubscription() {
    let disposals = Counter()
    let kept = Log<Observer<Int, Never>>()
    let subscription = Signal<Int, Never> { observer in
      kept.add(observer)
      return Disposable { disposals.add() }
    }.subscribe { _ in }
    #expect(disposals.value == 0)
    onThread { subscription.dispose() }
    #expect(disposals.value == 1)
    #expect(subscription.isDisposed)
    subscription.dispose()
    #expect(disposals.value == 1)
  }

  /// Departure: an observer is not a subscriber that could be attached to another stream. So the body owns the inner
  /// subscription by returning it.
  @Test func aStreamSubscribedToInTheBodyEndsWithTheSubscription() {
    let inner = Hand<Int, Never>()
    let heard = Log<Int>()
    let outer = Signal<Int, Never> { observer in inner.subscribeEvents { observer.send($0) } }
    let subscription = outer.subscribe { heard.add($0) }
    inner.send(1)
    #expect(inner.disposals.value == 0)
    subscription.dispose()
    #expect(inner.disposals.value == 1)
    inner.send(2)
    #expect(heard.all == [1])
  }

  @Test func alsoWhenItIsDisposedOnAScheduler() async {
    let disposed = Latch()
    let kept = Log<Observer<Int, Never>>()
    let subscription = Signal<Int, Never> { observer in
      kept.add(observer)
      return Disposable { disposed.open() }
    }.subscribe { _ in }
    QueueScheduler().schedule { subscription.dispose() }
    await disposed.wait()
    #expect(subscription.isDisposed)
  }

  /// A synchronous body returns its disposable when all is over already.
  @Test func aScopedDisposableThatABodyReturnsLastsAsLongAsTheRun() {
    let hand = Hand<Int, Never>()
    let log = Log<Int>()
    let handle = Signal<Int, Never> { observer in hand.subscribe { observer.send($0) }.scoped() }
      .subscribe { log.add($0) }
    hand.send(1)
    #expect(log.all == [1] && hand.disposals.value == 0)
    handle.dispose()
    hand.send(2)
    #expect(log.all == [1] && hand.disposals.value == 1)
  }

  @Test func theCleanUpOfASynchronousBodyIsDisposedImmediately() {
    let log = Log<String>()
    Signal<Int, Never> { observer in
      observer.send(1)
      observer.complete()
      log.add("body is over")
      return Disposable { log.add("teardown") }
    }.subscribe(next: { log.add("\($0)") }, completed: { log.add("completed") })
    #expect(log.all == ["1", "completed", "body is over", "teardown"])
  }

  @Test func aBodyStopsWithoutSubscribers() {
    let rounds = Counter()
    let endless = Signal<Int, Never> { observer in
      while observer.isActive { observer.send(rounds.add()) }
    }
    #expect(endless.taking(3).values == [1, 2, 3])
    #expect(rounds.value == 3)
  }

  @Test func aBodyIsInactiveAfterItsOwnEnd() {
    let activity = Log<Bool>()
    Signal<Int, Never> { observer in
      activity.add(observer.isActive)
      observer.complete()
      activity.add(observer.isActive)
    }.subscribe { _ in }
    #expect(activity.all == [true, false])
  }

  /// Every subscriber of an asynchronous function has a separate task.
  @Test func anAsynchronousFunctionSendsItsValueOrItsError() async {
    let runs = Counter()
    let signal = Signal<Int, Problem> { () async throws(Problem) -> Int in
      let run = runs.add()
      if run == 2 { throw Problem() }
      return run
    }
    for expected in [[Event.next(1), .completed], [.failed(Problem())]] as [[Event<Int, Problem>]] {
      let log = Log<Event<Int, Problem>>()
      let ended = Latch()
      signal.subscribeEvents({ event in
        log.add(event)
        if event.isTerminal { ended.open() }
      })
      await ended.wait()
      #expect(log.all == expected)
    }
  }

  @Test func disposingCancelsTheTask() async {
    let started = Latch()
    let cancelled = Latch()
    let isOver = Latch()
    let events = Counter()
    let answer = Signal<Int, Never> { () async -> Int in
      await withTaskCancellationHandler {
        started.open()
        await cancelled.wait()
        return 1
      } onCancel: {
        cancelled.open()
      }
    }
    // The task retains the handler until it has ended.
    func subscribe() -> Disposable {
      let probe = Probe { isOver.open() }
      return answer.subscribeEvents { _ in
        probe.touch()
        events.add()
      }
    }
    let subscription = subscribe()
    await started.wait()
    subscription.dispose()
    await isOver.wait()
    #expect(events.value == 0)
  }

  /// Contract 6: disposed on the actor before its turn has come, it does not begin there.
  @MainActor @Test func anAsynchronousBodyDoesNotBeginAfterDisposal() async {
    let runs = Counter()
    let signal = Signal<Int, Never> { @MainActor () async -> Int in runs.add() }
    signal.subscribe { _ in }.dispose()
    // Work enqueued on the main actor from here on runs after a body that would have begun.
    let ended = Latch()
    signal.subscribe(next: { _ in }, completed: { ended.open() })
    await ended.wait()
    #expect(runs.value == 1)
  }

  @Test func theStreamAfterAnAsynchronousBodyIsNotCancelled() async {
    let cancelled = Log<Bool>()
    let ended = Latch()
    let next = Signal<Int, Never> { observer in
      cancelled.add(Task.isCancelled)
      observer.complete()
    }
    let (elements, continuation) = AsyncStream<Int>.makeStream()
    for value in 0..<3 { continuation.yield(value) }
    concat([Signal<Int, Never> { () async -> Int in 1 }, next, Signal(elements).taking(2), next]).subscribe(
      next: { _ in cancelled.add(Task.isCancelled) }, completed: { ended.open() })
    await ended.wait()
    #expect(cancelled.all == Array(repeating: false, count: 5))
  }

  /// The subscriber of an isolated body may be on another actor: the body hops, and sends from its own.
  @Test func aMainActorBodySubscribedToFromAnotherThread() async {
    let ended = Latch()
    let log = Log<Int>()
    let signal = await MainActor.run {
      Signal<Int, Never> { @MainActor observer in
        MainActor.assertIsolated()
        observer.send(1)
        observer.complete()
      }
    }
    onThread {
      signal.subscribe(next: { log.add($0) }, completed: { ended.open() })
    }
    await ended.wait()
    #expect(log.all == [1])
  }

  @MainActor @Test func aMainActorBodySubscribedToFromThereRunsSynchronously() {
    let log = Log<Int>()
    Signal<Int, Never> { @MainActor observer in observer.send(1) }.subscribe { log.add($0) }
    #expect(log.all == [1])
  }

  /// Contract 6: work that has not begun when `dispose()` returns on its actor does not begin.
  @MainActor @Test func anIsolatedBodyDoesNotBeginAfterDisposal() async {
    let runs = Counter()
    let signal = Signal<Int, Never> { @MainActor _ in runs.add() }
    let handles = Log<Disposable>()
    onThread { handles.add(signal.subscribe { _ in }) }
    for handle in handles.all { handle.dispose() }
    await Task { @MainActor in }.value
    await Task { @MainActor in }.value
    #expect(handles.count == 1)
    #expect(runs.value == 0)
  }
}
