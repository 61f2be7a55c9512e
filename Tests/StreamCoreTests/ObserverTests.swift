import StreamCore
import Synchronization
import Testing

@Suite struct ObserverTests {
  /// Four threads send; the handler is never entered twice at a time, and nothing is lost or reordered.
  @Test func concurrentSendsArriveOneAtATime() async {
    let hand = Hand<(thread: Int, number: Int), Never>()
    let inside = Atomic(0)
    let overlaps = Counter()
    let received = Log<(thread: Int, number: Int)>()
    hand.subscribe { value in
      if inside.add(1, ordering: .relaxed).oldValue != 0 { overlaps.add() }
      received.add(value)
      inside.subtract(1, ordering: .relaxed)
    }
    onThreads(4) { thread in
      for number in 0..<5_000 { hand.send((thread, number)) }
    }
    await until { received.count >= 20_000 }
    #expect(overlaps.value == 0)
    #expect(received.count == 20_000)
    for thread in 0..<4 {
      #expect(received.all.filter { $0.thread == thread }.map(\.number) == Array(0..<5_000))
    }
  }

  /// Departure from behaviour 74: the completion waits behind the events that were admitted before it. After it,
  /// nothing.
  @Test func nothingFollowsTheEnd() async {
    for _ in 0..<30 {
      let hand = Hand<Int, Never>(keepsObservers: true)
      let log = Log<Event<Int, Never>>()
      hand.record(in: log)
      onThreads(4) { thread in
        for number in 0..<30 { hand.send(number) }
        if thread == 0 { hand.complete() }
        for number in 0..<30 { hand.send(number) }
      }
      await until { log.all.last == .completed }
      #expect(log.all.last == .completed)
      #expect(log.all.filter(\.isTerminal).count == 1)
    }
  }

  @Test func theEndComesOnceHoweverOftenItIsSent() async {
    let hand = Hand<Int, Problem>(keepsObservers: true)
    let log = Log<Event<Int, Problem>>()
    hand.record(in: log)
    onThreads(4) { thread in
      if thread.isMultiple(of: 2) { hand.complete() } else { hand.fail(Problem()) }
    }
    await until { hand.disposals.value > 0 }
    #expect(log.count == 1)
    #expect(hand.disposals.value == 1)
  }

  @Test func lateEventsAreDropped() {
    let hand = Hand<Int, Problem>(keepsObservers: true)
    let log = Log<Event<Int, Problem>>()
    let subscription = hand.record(in: log)
    hand.send(1)
    subscription.dispose()
    hand.send(2)
    hand.fail(Problem())
    #expect(log.all == [.next(1)])
  }

  /// Contract 3: a send from inside a handler comes after the event being delivered.
  @Test func aReentrantSendIsDeliveredNext() {
    let hand = Hand<Int, Never>()
    let log = Log<String>()
    hand.subscribe(
      next: { value in
        log.add("begin \(value)")
        if value == 1 {
          hand.send(2)
          hand.complete()
          hand.send(3)
        }
        log.add("end \(value)")
      }, completed: { log.add("completed") })
    hand.send(1)
    #expect(log.all == ["begin 1", "end 1", "begin 2", "end 2", "completed"])
  }

  /// A completion that returns immediately may be queued behind a delivery on another thread. It does not wait for
  /// that.
  @Test func aCompletionIsDeliveredAfterValuesQueuedBeforeIt() {
    let hand = Hand<Int, Never>()
    let log = Log<String>()
    hand.subscribe(
      next: { value in
        guard value == 1 else { return log.add("\(value)") }
        onThread {
          hand.send(2)
          hand.complete()
          log.add("complete() returned")
        }
        log.add("1")
      }, completed: { log.add("completed") })
    hand.send(1)
    #expect(log.all == ["complete() returned", "1", "2", "completed"])
  }

  @Test func voidValuesNeedNoArgument() {
    let signal = Signal<Void, Never> { observer in
      observer.send()
      observer.send(.next(()))
      observer.send(.completed)
    }
    #expect(signal.values.count == 2)
  }
}
