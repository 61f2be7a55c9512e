import StreamCore
import Testing

@Suite struct SubscriptionTests {
  @Test func addedDisposablesAreDisposedOnceTheLastFirst() {
    let log = Log<Int>()
    let subscription = Subscription()
    for number in 1...4 { subscription.add { log.add(number) } }
    #expect(subscription.isActive && !subscription.isDisposed)
    subscription.dispose()
    subscription.dispose()
    #expect(log.all == [4, 3, 2, 1])
    #expect(!subscription.isActive && subscription.isDisposed)
    subscription.add { log.add(5) }
    #expect(log.all == [4, 3, 2, 1, 5])
  }

  /// `scale --check` measures that adding takes constant time. This test would take minutes if each addition copied the
  /// others.
  @Test func thereMayBeAsManyAsOneLikes() {
    let disposed = Log<Int>()
    let subscription = Subscription()
    for number in 0..<200_000 { subscription.add { disposed.add(number) } }
    #expect(disposed.all.isEmpty)
    subscription.dispose()
    #expect(disposed.all == (0..<200_000).reversed())
  }

  @Test func readingIsEndlessKeepsTheAddedDisposables() {
    let disposed = Log<Int>()
    let subscription = Subscription()
    for number in 1...3 {
      subscription.add { disposed.add(number) }
      #expect(!subscription.isEndless)
    }
    let never = Subscription()
    Signal<Int, Never>.never.attach(Sink(next: { _ in }, end: { _ in }), to: never)
    subscription.add(never)
    #expect(subscription.isEndless)
    subscription.dispose()
    #expect(disposed.all == [3, 2, 1] && !subscription.isEndless)
  }

  @Test func aDisposableAddedDuringDisposalIsDisposedImmediately() {
    let log = Log<String>()
    let subscription = Subscription()
    subscription.add {
      log.add("begin")
      subscription.add { log.add("added") }
      log.add("end")
    }
    subscription.dispose()
    #expect(log.all == ["begin", "added", "end"])
  }

  @Test func aStoppedSubscriptionStillHasItsTeardownAhead() {
    let log = Log<String>()
    let subscription = Subscription()
    subscription.add { log.add("early") }
    subscription.stop()
    #expect(!subscription.isActive && !subscription.isDisposed)
    subscription.add { log.add("late") }
    #expect(log.all == [])
    subscription.dispose()
    #expect(log.all == ["late", "early"])
  }

  @Test func anUnreachableSubscriptionIsTornDown() {
    let log = Log<String>()
    do {
      let subscription = Subscription()
      subscription.add { log.add("teardown") }
      #expect(log.all == [])
    }
    #expect(log.all == ["teardown"])
    Signal<Int, Never> { _ in Disposable { log.add("forgotten") } }.subscribe { _ in }
    #expect(log.all == ["teardown", "forgotten"])
  }

  @Test func addingAndDisposingFromSeveralThreads() {
    for _ in 0..<200 {
      let disposals = Counter()
      let subscription = Subscription()
      onThreads(4) { thread in
        if thread == 0 { subscription.dispose() }
        for _ in 0..<20 { subscription.add { disposals.add() } }
        if thread == 3 { subscription.dispose() }
      }
      #expect(disposals.value == 80)
    }
  }

  /// In behaviour 136 the order depends on how the stream ends. Here it does not: a subscription's handler receives the
  /// end first. Then comes the teardown, the source's before that of the stages nearer to the subscriber.
  @Test(arguments: [true, false]) func theHandlerThenTheSourceThenTheStagesBelow(isSynchronous: Bool) {
    let log = Log<String>()
    let hand = Hand<Int, Never>()
    let source = Signal<Int, Never>(attaching: { sink, subscription in
      subscription.add { log.add("source") }
      (isSynchronous ? .just(1) : hand.signal).attach(sink, to: subscription)
    })
    func stage(_ name: String, above upstream: Signal<Int, Never>) -> Signal<Int, Never> {
      Signal(attaching: { sink, subscription in
        subscription.add { log.add(name) }
        upstream.attach(sink, to: subscription)
      })
    }
    let subscription = stage("lower", above: stage("upper", above: source))
      .subscribe(next: { _ in log.add("next") }, completed: { log.add("completed") })
    hand.send(1)
    hand.complete()
    #expect(log.all == ["next", "completed", "source", "upper", "lower"])
    #expect(subscription.isDisposed)
  }

  /// The same order with the handler on an actor: the teardown waits until the handler has run.
  @Test func theSameWhenTheEndHopsToAnActor() async {
    let log = Log<String>()
    let tornDown = Latch()
    let hand = Hand<Int, Never>()
    let source = Signal<Int, Never>(attaching: { sink, subscription in
      subscription.add {
        log.add("source")
        tornDown.open()
      }
      hand.signal.attach(sink, to: subscription)
    })
    source.subscribe(next: { _ in }, completed: { @MainActor in log.add("completed") })
    onThread { hand.complete() }
    await tornDown.wait()
    #expect(log.all == ["completed", "source"])
  }

  /// A joint, in contrast, tears down an upstream that has ended before it acts on that end.
  @Test(arguments: [true, false]) func aJointTearsDownFirst(isSynchronous: Bool) {
    let log = Log<String>()
    let hand = Hand<Int, Never>()
    let inner = Signal<Int, Never> { observer in
      hand.signal.subscribe(next: { observer.send($0) }, completed: { observer.complete() })
      if isSynchronous { observer.complete() }
      return Disposable { log.add("inner") }
    }
    Signal<Int, Never>.just(1).flatMap { _ in inner }.subscribe(next: { _ in }, completed: { log.add("completed") })
    hand.complete()
    #expect(log.all == ["inner", "completed"])
  }
}
