import Dispatch
import StreamCore
import Testing

/// Code that must not compile, with the messages of the compiler (6.3):
///
/// ```swift
/// nonisolated func f(_ screen: Screen, _ s: Signal<Int, Never>) { s.subscribe { screen.shown.append($0) } }
/// // main actor-isolated property 'shown' can not be mutated from a nonisolated context
/// func g(_ s: Signal<Int, Never>) { var n = 0; _ = s.flatMap { n += $0; return .just(n) } }
/// // mutation of captured var 'n' in concurrently-executing code: operator closures inherit no actor
/// func h(_ s: Signal<Int, Never>) { let box = NotSendable(); s.subscribe { box.add($0) }; box.add(1) }
/// // sending value of non-Sendable type '(Int) -> ()' risks causing data races
/// func i(_ s: Signal<NotSendable, Never>) {}
/// // type 'NotSendable' does not conform to the 'Sendable' protocol
/// ```
@MainActor
private final class Screen {
  var shown: [Int] = []
  var isOver = false

  func show(_ stream: some StreamProtocol<Int, Never>) -> Disposable {
    stream.subscribe(next: { self.shown.append($0) }, completed: { self.isOver = true })
  }
}

private actor Ledger {
  var entries: [Int] = []

  func keep(_ stream: some StreamProtocol<Int, Never>, then done: Latch? = nil) -> Disposable {
    stream.subscribe(next: { self.entries.append($0) }, completed: { done?.open() })
  }

  func keepNow(_ stream: some StreamProtocol<Int, Never>) -> [Int] {
    stream.subscribe { self.entries.append($0) }
    return entries
  }

  func subscribe(
    _ stream: some StreamProtocol<Int, Never>, _ handler: @escaping @Sendable (isolated Ledger) -> Void
  ) {
    stream.subscribe { _ in handler(self) }
  }

  /// A stream of an asynchronous function that is isolated to this actor.
  func work() -> Signal<Int, Never> {
    Signal { () async in
      await Task.yield()
      return self.entries.count
    }
  }
}

private final class QueueExecutor: SerialExecutor {
  let queue = DispatchQueue(label: "rill.test.executor")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

private actor Custom {
  let executor = QueueExecutor()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  var entries: [Int] = []

  func keep(_ stream: some StreamProtocol<Int, Never>, then done: Latch) -> [Int] {
    stream.subscribe(
      next: { value in
        dispatchPrecondition(condition: .onQueue(self.executor.queue))
        self.entries.append(value)
      }, completed: { done.open() })
    return entries
  }
}

@Suite struct IsolationTests {
  @MainActor @Test func onTheMainActorDeliveryIsSynchronous() {
    let screen = Screen()
    _ = screen.show(Signal([1, 2, 3]))
    #expect(screen.shown == [1, 2, 3])
    #expect(screen.isOver)
  }

  @MainActor @Test func valuesFromAnotherThreadHopInOrderAndNoneOvertakes() async {
    let screen = Screen()
    let hand = Hand<Int, Never>()
    _ = screen.show(hand)
    hand.send(0)
    onThread { for value in 1...1_000 { hand.send(value) } }
    #expect(screen.shown == [0], "the main actor is busy here, so the hop is not over")
    hand.send(1_001)
    #expect(screen.shown == [0], "a value sent here waits for those that were sent before it")
    hand.complete()
    // It takes several hops, between which the main actor gets to other things.
    while !screen.isOver { await Task.yield() }
    #expect(screen.shown == Array(0...1_001))
  }

  /// Independent streams, each with a separate hop. The hops are tasks that begin directly on the actor, so events of
  /// one thread arrive there in order.
  @Test func hopsOfOneThreadKeepTheirOrder() async {
    for _ in 0..<10 {
      let ledger = Ledger()
      let hands = (0..<1_000).map { _ in Hand<Int, Never>() }
      for hand in hands { _ = await ledger.keep(hand) }
      onThread { for (number, hand) in hands.enumerated() { hand.send(number) } }
      while await ledger.entries.count < 1_000 { await Task.yield() }
      #expect(await ledger.entries == Array(0..<1_000))
      for hand in hands { hand.complete() }
    }
  }

  /// Contract 6: values that wait for the actor when `dispose()` returns there are not delivered.
  @MainActor @Test func nothingIsDeliveredAfterDisposalOnTheActor() async {
    let screen = Screen()
    let hand = Hand<Int, Never>()
    let subscription = screen.show(hand)
    onThread {
      for value in 1...10 { hand.send(value) }
      hand.complete()
    }
    subscription.dispose()
    #expect(hand.disposals.value == 1)
    await Task { @MainActor in }.value
    await Task { @MainActor in }.value
    #expect(screen.shown == [])
    #expect(!screen.isOver)
  }

  @Test func onAnActorDeliveryIsSynchronous() async {
    let ledger = Ledger()
    #expect(await ledger.keepNow(Signal([1, 2, 3])) == [1, 2, 3])
  }

  @Test func anActorGetsValuesFromManyThreads() async {
    let ledger = Ledger()
    let hand = Hand<Int, Never>()
    let ended = Latch()
    _ = await ledger.keep(hand, then: ended)
    onThreads(4) { thread in
      for value in 0..<1_000 { hand.send(thread * 1_000 + value) }
    }
    hand.complete()
    await ended.wait()
    let entries = await ledger.entries
    #expect(entries.count == 4_000)
    for thread in 0..<4 {
      #expect(entries.filter { $0 / 1_000 == thread } == entries.filter { $0 / 1_000 == thread }.sorted())
    }
  }

  @Test func anActorWithAnExecutorOfItsOwn() async {
    let custom = Custom()
    let hand = Hand<Int, Never>()
    let ended = Latch()
    #expect(await custom.keep(Signal([1, 2]).concat(hand), then: ended) == [1, 2])
    onThread {
      for value in 3...100 { hand.send(value) }
      hand.complete()
    }
    await ended.wait()
    #expect(await custom.entries == Array(1...100))
  }

  /// Written outside any actor a handler runs where the stream sends.
  @Test func withoutAnActorTheHandlerRunsWhereTheStreamSends() {
    let log = Log<String>()
    let hand = Hand<Int, Never>()
    hand.subscribe { log.add("\($0)") }
    onThread {
      hand.send(1)
      log.add("sent")
    }
    #expect(log.all == ["1", "sent"])
  }

  @Test func aHandlerMayNameItsActor() async {
    let screen = await MainActor.run { Screen() }
    let ended = Latch()
    let hand = Hand<Int, Never>()
    hand.subscribe(
      next: { @MainActor in screen.shown.append($0) },
      completed: { @MainActor in
        MainActor.assertIsolated()
        ended.open()
      })
    hand.send(1)
    hand.send(2)
    hand.complete()
    await ended.wait()
    #expect(await screen.shown == [1, 2])
  }

  /// The handlers of one subscription run in one place, those without an actor too.
  @Test func aHandlerWithoutAnActorGoesWithTheOthers() async {
    let ended = Latch()
    let log = Log<String>()
    let first: @Sendable (Int) -> Void = { _ in log.add(isMain ? "main" : "elsewhere") }
    onThread {
      Signal([1]).subscribe(next: first, completed: { @MainActor in ended.open() })
    }
    await ended.wait()
    #expect(log.all == ["main"])
  }

  /// A block on the main queue is on the main actor, without a task.
  @Test func aValueSentByTheMainQueueIsSynchronousThere() async {
    let screen = await MainActor.run { Screen() }
    let hand = Hand<Int, Never>()
    _ = await screen.show(hand)
    let done = Latch()
    DispatchQueue.main.async {
      hand.send(1)
      MainActor.assumeIsolated { #expect(screen.shown == [1]) }
      done.open()
    }
    await done.wait()
  }
}

/// Apple's systems before version 26 do not say whether the caller is on a custom actor.
@Suite struct OldSystemTests {
  @Test func aHopKnowsItsActor() async {
    let (ledger, other) = (Ledger(), Ledger())
    let answers = Log<Bool>()
    let done = Latch()
    await CurrentActor.simulatingOldSystem {
      hop(to: ledger) {
        answers.add(isRunning(on: ledger))
        answers.add(isRunning(on: other))
        hop(to: other) {
          answers.add(isRunning(on: ledger))
          answers.add(isRunning(on: other))
          done.open()
        }
      }
      await done.wait()
    }
    #expect(answers.all == [true, false, false, true])
  }

  @Test func theActorIsKnownOnlyDuringTheBody() async {
    let (ledger, other) = (Ledger(), Ledger())
    await CurrentActor.simulatingOldSystem {
      CurrentActor.with(ledger) {
        CurrentActor.with(other) { #expect(!isRunning(on: ledger) && isRunning(on: other)) }
        CurrentActor.with(nil) { #expect(isRunning(on: ledger)) }
      }
      #expect(!isRunning(on: ledger))
    }
  }

  /// An actor's own method is not known to run there, so the first delivery hops; nothing is lost or overtaken.
  @Test func aSubscriptionMadeOnAnActorReceivesInOrder() async {
    let ledger = Ledger()
    let hand = Hand<Int, Never>()
    let ended = Latch()
    await CurrentActor.simulatingOldSystem {
      #expect(await ledger.keepNow(Signal([1, 2, 3])) == [])
      while await ledger.entries.count < 3 { await Task.yield() }
      _ = await ledger.keep(hand, then: ended)
      for value in 4...1_000 { hand.send(value) }
      hand.complete()
      await ended.wait()
    }
    #expect(await ledger.entries == Array(1...1_000))
  }

  /// Inside a hop, the handler is known to be on its actor. So a subscription that it makes is delivered synchronously.
  @Test func aSubscriptionMadeInAHandlerIsDeliveredSynchronously() async {
    let ledger = Ledger()
    let answer = Log<[Int]>()
    let done = Latch()
    await CurrentActor.simulatingOldSystem {
      await ledger.subscribe(Signal([0])) { ledger in
        answer.add(ledger.keepNow(Signal([1, 2, 3])))
        done.open()
      }
      await done.wait()
    }
    #expect(answer.all == [[1, 2, 3]])
  }

  @Test func theActorOfAnAsynchronousFunctionIsKnownWhereItsValueIsDelivered() async {
    let ledger = Ledger()
    let answers = Log<Bool>()
    let done = Latch()
    await CurrentActor.simulatingOldSystem {
      let checked = await ledger.work().mapping { _ in answers.add(isRunning(on: ledger)) }
      withoutAnActor(checked) { done.open() }
      await done.wait()
    }
    #expect(answers.all == [true])
  }

  @Test func theMainActorIsKnownAsBefore() async {
    await CurrentActor.simulatingOldSystem {
      await MainActor.run { #expect(isRunning(on: MainActor.shared)) }
    }
  }
}

private func withoutAnActor(_ stream: Signal<Void, Never>, completed: @escaping @Sendable () -> Void) {
  stream.subscribe(next: { _ in }, completed: completed)
}

private var isMain: Bool { isOnMainQueue }
