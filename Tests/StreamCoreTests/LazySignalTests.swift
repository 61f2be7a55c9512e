import Dispatch
import StreamCore
import Testing

/// From pull to push.
struct LazySignalTests {
  @Test func subscribingPushesTheElementsOnTheCaller() {
    let log = LazyLog<Event<Int, Never>>()
    LazyStream([1, 2, 3]).signal.subscribeEvents({ log.note($0) })
    #expect(log.entries == [.next(1), .next(2), .next(3), .completed])
  }

  @Test func everySubscriberGetsAllElementsAndEachIsComputedOnce() {
    let computed = LazyCount()
    let stream = naturals(computed).apply(Taking(left: 3))
    let log = LazyLog<Int>()
    stream.subscribe { log.note($0) }
    stream.subscribe { log.note($0) }
    #expect(log.entries == [0, 1, 2, 0, 1, 2])
    #expect(computed.value == 3)
  }

  @Test func byPushTooTheElementAfterTheLastOneTakenIsNeverComputed() {
    let computed = LazyCount()
    let log = LazyLog<Event<Int, Never>>()
    naturals(computed).signal.apply(Taking(left: 2)).subscribeEvents({ log.note($0) })
    #expect(log.entries == [.next(0), .next(1), .completed])
    #expect(computed.value == 2)
  }

  @Test func anElementThatIsComputedWhenTheSubscriptionEndsIsNotSent() {
    let handle = SerialDisposable()
    let subscription = Subscription()
    handle.inner = Disposable(subscription)
    let log = LazyLog<Int>()
    let stream = LazyStream(0..<5).apply(
      Mapping { n in
        if n == 2 { handle.dispose() }
        return n
      })
    stream.signal.attach(Sink(next: { log.note($0) }, end: { _ in log.note(-1) }), to: subscription)
    #expect(log.entries == [0, 1])
  }

  /// A scheduler that queues actions until the test runs them, in order.
  private final class Manual: Scheduler {
    let clock = ContinuousClock()
    private let queue = Lock<[@Sendable () -> Void]>([])

    @discardableResult
    func schedule(_ action: @escaping @Sendable () -> Void) -> Disposable {
      let handle = Subscription()
      queue.withLock { $0.append { if handle.isActive { action() } } }
      return Disposable(handle)
    }

    func schedule(
      after delay: Duration, tolerance: Duration, _ action: @escaping @Sendable () -> Void
    ) -> Disposable {
      schedule(action)
    }

    /// Runs the oldest action; `false` if there is none.
    func step() -> Bool {
      let action = queue.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      action?()
      return action != nil
    }
  }

  @Test func otherWorkRunsBetweenTheElements() {
    let scheduler = Manual()
    let log = LazyLog<String>()
    LazyStream(1...3).signal(on: scheduler).subscribe(
      next: { n in
        log.note("\(n)")
        scheduler.schedule { log.note("work \(n)") }
      }, completed: { log.note("end") })
    #expect(log.entries.isEmpty)
    while scheduler.step() {}
    #expect(log.entries == ["1", "work 1", "2", "work 2", "3", "work 3", "end"])
  }

  @Test func disposalStopsIt() {
    let scheduler = Manual()
    let log = LazyLog<Int>()
    let computed = LazyCount()
    let subscription = naturals(computed).signal(on: scheduler).subscribe { log.note($0) }
    #expect(scheduler.step() && scheduler.step())
    subscription.dispose()
    while scheduler.step() {}
    #expect(log.entries == [0, 1] && computed.value == 2)
  }

  @Test func takingEndsItAndComputesNoMore() {
    let scheduler = Manual()
    let log = LazyLog<Event<Int, Never>>()
    let computed = LazyCount()
    naturals(computed).signal(on: scheduler).apply(Taking(left: 2)).subscribeEvents({ log.note($0) })
    while scheduler.step() {}
    #expect(log.entries == [.next(0), .next(1), .completed] && computed.value == 2)
  }

  @Test func onAQueueTheElementsComeInOrder() {
    let log = LazyLog<Int>()
    let done = DispatchSemaphore(value: 0)
    LazyStream(0..<100).signal(on: .queue()).subscribe(next: { log.note($0) }, completed: { done.signal() })
    done.wait()
    #expect(log.entries == Array(0..<100))
  }
}
