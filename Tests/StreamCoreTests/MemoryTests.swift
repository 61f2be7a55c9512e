import StreamCore
import Testing

/// Contract 9: probes report when objects are released.
@Suite struct MemoryTests {
  private func probed(_ released: Counter) -> @Sendable () -> Void {
    let probe = Probe { released.add() }
    return { probe.touch() }
  }

  @Test func signalsThatDoNothingAreReleased() {
    let released = Counter()
    for _ in 0..<1 {
      let touch = probed(released)
      _ = Signal<Int, Never> { _ in touch() }
      _ = Signal<Int, Never> { _ in touch() }.mapping { $0 }.flatMap { .just($0) }.concat(Signal<Int, Never>.empty)
    }
    onThread {
      let touch = probed(released)
      _ = Signal<Int, Never> { _ in touch() }
    }
    #expect(released.value == 2)
  }

  @Test func signalsThatCompleteSynchronouslyAreReleased() {
    let released = Counter()
    do {
      let touch = probed(released)
      Signal<Int, Never> { observer in
        touch()
        observer.complete()
        return Disposable(touch)
      }.subscribe(next: { _ in }, completed: touch)
    }
    #expect(released.value == 1)
  }

  /// Behaviour 16, for values: a run keeps only its own state, not the signal that described it.
  @Test func aRunDoesNotKeepTheSourcesClosure() {
    let released = Counter()
    let hand = Hand<Int, Never>()
    let log = Log<Event<Int, Never>>()
    do {
      let touch = probed(released)
      Signal<Int, Never>(attaching: { sink, subscription in
        touch()
        hand.signal.attach(sink, to: subscription)
      }).record(in: log)
    }
    #expect(released.value == 1)
    hand.send(1)
    #expect(log.all == [.next(1)])
  }

  /// The handle of a finished or disposed subscription keeps nothing of it.
  @Test(arguments: [true, false]) func aKeptHandleKeepsNothing(isDisposed: Bool) {
    let released = Counter()
    let observers = SerialDisposable()
    let handle: Disposable
    do {
      let touch = probed(released)
      handle = Signal<Int, Never> { observer in
        observers.inner = Disposable { observer.complete() }
        return Disposable(touch)
      }.mapping {
        touch(); return $0
      }.flatMap {
        touch(); return .just($0)
      }
      .subscribe(next: { _ in touch() }, completed: touch)
    }
    #expect(released.value == 0)
    if isDisposed { handle.dispose() } else { observers.inner?.dispose() }
    observers.inner = nil
    #expect(handle.isDisposed)
    #expect(released.value == 1)
  }

  @Test func oneDisposeFreesTheWholeChain() {
    let released = Counter()
    let teardowns = Counter()
    let hands = (0..<3).map { _ in Hand<Int, Never>(keepsObservers: true) }
    let handle: Disposable
    do {
      let touch = probed(released)
      @Sendable func guarded(_ hand: Hand<Int, Never>) -> Signal<Int, Never> {
        Signal(attaching: { sink, subscription in
          subscription.add {
            touch()
            teardowns.add()
          }
          hand.signal.attach(sink, to: subscription)
        })
      }
      let (first, inner, other) = (hands[0], hands[1], hands[2])
      handle = guarded(first).flatMap { _ in guarded(inner) }
        .zip(guarded(other)).mapping { $0 + $1 }.concat(Signal<Int, Never>.never).taking(5).subscribe { _ in }
    }
    hands[0].send(1)
    hands[1].send(1)
    handle.dispose()
    #expect(hands.map(\.disposals.value) == [1, 1, 1])
    #expect(teardowns.value == 3)
    // Even if the observers are kept: they have released their sinks.
    #expect(handle.isDisposed)
    #expect(released.value == 1)
  }

  /// The subscription of `startWith` may be disposed by another thread right before it attaches its source.
  @Test func aDisposedSubscriptionReleasesSignalsAttachedToIt() {
    let released = Counter()
    do {
      let touch = probed(released)
      let followed = Signal<Int, Never>.empty.followed { (sink: Sink<Int, Never>) in
        (
          next: sink.next,
          decide: { _ in
            touch()
            return .end(.completed)
          }
        )
      }
      Signal<Int, Never>(attaching: { sink, subscription in
        subscription.dispose()
        followed.attach(sink, to: subscription)
      }).subscribe { _ in }
    }
    #expect(released.value == 1)
  }

  /// Contract 9: keeping an observer keeps no run.
  @Test(arguments: [true, false]) func anObserverThatIsKeptHoldsNothingAfterwards(isDisposed: Bool) {
    let kept = Log<Observer<Int, Never>>()
    let released = Counter()
    let handle: Disposable
    do {
      let touch = probed(released)
      handle = Signal<Int, Never> { kept.add($0) }.subscribe { _ in touch() }
    }
    #expect(released.value == 0)
    if isDisposed { handle.dispose() } else { kept.all[0].complete() }
    #expect(released.value == 1)
  }

  /// A failure in the middle frees the queued values of a zip.
  @Test func valuesThatWaitForAPartnerAreReleasedWithTheRun() {
    let released = Counter()
    do {
      let left = Hand<Probe, Never>()
      let right = Hand<Int, Never>()
      let handle = left.zip(right).subscribe { _ in }
      for _ in 0..<3 { left.send(Probe { released.add() }) }
      #expect(released.value == 0)
      handle.dispose()
    }
    #expect(released.value == 3)
  }

  @Test func anUnreachableSubscriptionIsReleased() {
    let released = Counter()
    do {
      let touch = probed(released)
      Signal<Int, Never>.never.flatMap { .just($0) }.concat(Signal<Int, Never>.never).subscribe { _ in touch() }
    }
    #expect(released.value == 1)
  }

  @Test func aDisposedTimerIsFreed() async {
    for scheduler in [QueueScheduler(), MainScheduler(runsInline: true), ActorScheduler(Idle())] as [any Scheduler] {
      let freed = Latch()
      do {
        let probe = Probe { freed.open() }
        scheduler.schedule(after: .seconds(3_600)) { probe.touch() }.dispose()
      }
      await freed.wait()
    }
  }

  private actor Idle {}
}
