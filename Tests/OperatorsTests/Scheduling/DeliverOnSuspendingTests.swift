import Operators
import StreamTesting
import Testing

/// `deliver(on:)` under a suspending policy. Tasks and actions run on separate schedulers, so that each test controls
/// their order.
struct DeliverOnSuspendingTests {
  private let tasks = TestScheduler()
  private let actions = TestScheduler()
  private let source = Subject<Int, TestFailure>()

  /// The number of sends that have returned.
  private let sent = Counter()

  /// Sends as fast as backpressure allows.
  @discardableResult
  private func send(_ values: ClosedRange<Int>) -> Task<Void, Never> {
    let task = tasks.task { [source, sent] in
      for value in values {
        await source.send(awaitingCapacity: value)
        sent.up()
      }
    }
    tasks.advance()
    return task
  }

  /// A consumer that takes one value for each event of `turns`, and ends with it.
  private func take(from values: Values<Int, TestFailure>, _ turns: Subject<Void, Never>, _ seen: Lock<[Int]>) -> Task<
    Void, Never
  > {
    let task = tasks.task {
      var turns = turns.values.makeAsyncIterator()
      var values = values.makeAsyncIterator()
      while await turns.next() != nil, case let value?? = try? await values.next() {
        seen.withLock { $0.append(value) }
      }
    }
    tasks.advance()
    return task
  }

  /// Runs tasks and actions alternately, more often than any test needs.
  private func settle() {
    for _ in 1...20 {
      tasks.advance()
      actions.advance()
    }
  }

  /// A sender that cannot wait loses no value, and is not limited.
  @Test func picture() {
    marbles {
      "-(123)-4-(56|)"
      "-(123)-4-(56|)"
    } through: { input, time in
      input.deliver(on: time, buffering: .suspending(1))
    }
  }

  @Test func aSenderWaitsWhileThereIsNoRoom() {
    let recorder = Recorder(source.deliver(on: actions, buffering: .suspending(2)), on: actions)
    send(1...9)
    #expect(sent.count == 2, "two have room, and the third waits with its sender")
    actions.advance()
    #expect(recorder.values == [1, 2, 3])
    tasks.advance()
    #expect(sent.count == 5)
    settle()
    #expect(recorder.values == Array(1...9))
    #expect(sent.count == 9)
    source.complete()
    actions.advance()
    #expect(recorder.completion == .completed)
  }

  @Test(arguments: [BufferPolicy<Int>.unbounded, .newest(2), .oldest(2), .coalescing { $0 + $1 }])
  func underAnotherPolicyNoSenderWaits(policy: BufferPolicy<Int>) {
    let recorder = Recorder(source.deliver(on: actions, buffering: policy), on: actions)
    send(1...9)
    #expect(sent.count == 9)
    recorder.dispose()
  }

  /// The loop's buffer has two values, and the delivery queue waits with the third. Three values are in the queue, and
  /// the seventh waits with its sender.
  @Test func pressureFromBelowPasses() {
    let (turns, seen) = (Subject<Void, Never>(), Lock<[Int]>([]))
    let delivered = Notes<Int>()
    let stream = source.deliver(on: actions, buffering: .suspending(3)).on(next: { delivered.add($0) })
    let task = take(from: stream.values(buffering: .suspending(2)), turns, seen)
    send(1...20)
    settle()
    #expect(delivered.all == [1, 2, 3])
    #expect(sent.count == 6)
    for number in 1...4 {
      turns.send()
      settle()
      #expect(seen.withLock { $0 } == Array(1...number))
      #expect(delivered.all.count == 3 + number)
      #expect(sent.count == 6 + number)
    }
    source.complete()
    for _ in 5...30 {
      turns.send()
      settle()
    }
    #expect(seen.withLock { $0 } == Array(1...11), "what had been sent, and nothing of what came after the end")
    task.cancel()
    turns.complete()
    settle()
  }

  /// Each stage has a capacity of one.
  ///
  /// It delivers one value, queues one, and takes the next once the first has been passed on.
  @Test func pressurePassesThroughSeveral() {
    let (turns, seen) = (Subject<Void, Never>(), Lock<[Int]>([]))
    let stream = source.deliver(on: actions, buffering: .suspending(1)).map { $0 * 10 }
      .deliver(on: actions, buffering: .suspending(1)).deliver(on: .immediate, buffering: .suspending(1))
    let task = take(from: stream.values(buffering: .suspending(1)), turns, seen)
    send(1...12)
    settle()
    #expect(sent.count == 7)
    for _ in 1...12 {
      turns.send()
      settle()
    }
    #expect(seen.withLock { $0 } == (1...12).map { $0 * 10 })
    #expect(sent.count == 12)
    task.cancel()
    turns.complete()
    settle()
    source.complete()
    settle()
  }

  @Test func aFailureWaitsForRoomToo() {
    let (turns, seen) = (Subject<Void, Never>(), Lock<[Int]>([]))
    let ends = Counter()
    let stream = source.deliver(on: actions, buffering: .suspending(1)).on(failed: { _ in ends.up() })
    let task = take(from: stream.values(buffering: .suspending(1)), turns, seen)
    (1...3).forEach(source.send)
    source.fail(TestFailure())
    settle()
    #expect(ends.count == 0)
    turns.send()
    settle()
    #expect(ends.count == 0, "the third has no room yet")
    turns.send()
    settle()
    #expect(ends.count == 1)
    turns.send()
    turns.send()
    settle()
    #expect(seen.withLock { $0 } == [1, 2, 3])
    turns.complete()
    task.cancel()
    settle()
  }

  @Test func aDisposedConsumerSuspendsNoSender() {
    let (turns, seen) = (Subject<Void, Never>(), Lock<[Int]>([]))
    let hub = Subject<Int, TestFailure>()
    let forwarding = source.deliver(on: actions, buffering: .suspending(1)).subscribe(
      next: { hub.send($0) }, failed: { _ in }, completed: {})
    let task = take(from: hub.values(buffering: .suspending(1)), turns, seen)
    send(1...9)
    settle()
    #expect(sent.count == 3)
    task.cancel()
    settle()
    #expect(sent.count == 9)
    forwarding.dispose()
    turns.complete()
    settle()
  }

  /// Disposal resumes the sender. Values that were delivered before are queued downstream, and do not retain the chain.
  @Test func disposingLetsSendersGo() {
    let (turns, seen) = (Subject<Void, Never>(), Lock<[Int]>([]))
    let hub = Subject<Int, TestFailure>()
    weak var kept: Token?
    var forwarding: Disposable?
    do {
      let token = Token()
      kept = token
      forwarding = source.deliver(on: actions, buffering: .suspending(1)).subscribe(
        next: { value in withExtendedLifetime(token) { hub.send(value) } }, failed: { _ in }, completed: {})
    }
    let task = take(from: hub.values(buffering: .suspending(1)), turns, seen)
    send(1...9)
    settle()
    #expect(sent.count == 3)
    forwarding?.dispose()
    #expect(kept == nil)
    settle()
    #expect(sent.count == 9)
    for _ in 1...3 {
      turns.send()
      settle()
    }
    #expect(seen.withLock { $0 } == [1, 2])
    task.cancel()
    turns.complete()
    settle()
  }

  @Test func disposingInTheHandlerThatMeetsNoRoomKeepsNothing() {
    let (turns, seen) = (Subject<Void, Never>(), Lock<[Int]>([]))
    let hub = Subject<Int, TestFailure>()
    let subscription = SerialDisposable()
    weak var kept: Token?
    do {
      let token = Token()
      kept = token
      subscription.inner = source.deliver(on: actions, buffering: .suspending(1)).subscribe(
        next: { value in
          withExtendedLifetime(token) { hub.send(value) }
          if value == 2 { subscription.dispose() }
        }, failed: { _ in }, completed: {})
    }
    let task = take(from: hub.values(buffering: .suspending(1)), turns, seen)
    send(1...9)
    settle()
    #expect(kept == nil)
    #expect(sent.count == 9)
    task.cancel()
    turns.complete()
    settle()
  }

  /// The queued values will never be delivered, so their sender must not wait for them.
  @Test func aSchedulerThatDropsAnActionSuspendsNoSender() {
    let forgetful = ForgetfulScheduler()
    let subscription = source.deliver(on: forgetful, buffering: .suspending(1)).subscribe(
      next: { _ in }, failed: { _ in }, completed: {})
    send(1...9)
    #expect(sent.count == 1)
    forgetful.forget()
    settle()
    #expect(sent.count == 9)
    subscription.dispose()
  }

  /// The first action has finished before the call that scheduled it returns, as on another thread.
  ///
  /// So the second action finds capacity by then.
  @Test func theNextActionMayBeWantedBeforeTheFirstWasHandedOver() {
    let suspension = Lock<Backpressure.Suspension?>(nil)
    let scheduler = HastyScheduler(later: actions) {
      let released = suspension.withLock { suspension in
        defer { suspension = nil }
        return suspension
      }
      withExtendedLifetime(released) {}
    }
    let stream = source.deliver(on: scheduler, buffering: .suspending(1)).on(next: {
      guard $0 == 1, let pressure = Backpressure.current else { return }
      suspension.withLock { $0 = Backpressure.Suspension(pressure) }
    })
    let recorder = Recorder(stream)
    source.send(1)
    #expect(recorder.values == [1])
    #expect(actions.pendingCount == 1)
    source.send(2)
    actions.advance()
    #expect(recorder.values == [1, 2])
    recorder.dispose()
  }

  /// A sender inside the delivery must not wait: it would wait for itself.
  @Test func aSendFromAHandlerToItsSourceIsNotSuspended() {
    let stream = source.deliver(on: actions, buffering: .suspending(1)).on(next: { [source] in
      if $0 == 1 { (2...4).forEach(source.send) }
    })
    let recorder = Recorder(stream, on: actions)
    source.send(1)
    actions.advance()
    #expect(recorder.values == [1, 2, 3, 4])
    recorder.dispose()
  }

  @Test func aBufferWithoutRoomTraps() async {
    await #expect(processExitsWith: .failure) {
      _ = Signal<Int, Never>.never.deliver(on: .main, buffering: .suspending(0))
    }
  }

  /// Checks two bounds at every delivery.
  ///
  /// The number of returned sends is at most the number of delivered values plus the capacity of the queue. The number
  /// of delivered values is at most the loop's requests, plus its capacity, plus one that the queue waits with.
  @Test func threadsKeepTheBoundAndTheOrder() async {
    let (senders, count, limit, room) = (4, 2_000, 4, 2)
    let source = Subject<Int, Never>()
    let (sent, delivered, taken) = (Counter(), Counter(), Counter())
    let mostSent = Lock(0)
    let mostDelivered = Lock(0)
    let values = source.deliver(on: .queue(), buffering: .suspending(limit)).on(next: { _ in
      delivered.up()
      let (ahead, behind) = (sent.count - delivered.count, delivered.count - taken.count)
      mostSent.withLock { $0 = max($0, ahead) }
      mostDelivered.withLock { $0 = max($0, behind) }
    }).values(buffering: .suspending(room))
    var iterator = values.makeAsyncIterator()
    let tasks = (0..<senders).map { sender in
      Task.detached {
        for value in 0..<count {
          await source.send(awaitingCapacity: sender * count + value)
          sent.up()
        }
      }
    }
    var seen: [Int] = []
    while seen.count < senders * count, let value = await iterator.next() {
      taken.up()
      seen.append(value)
    }
    for task in tasks { await task.value }
    source.complete()
    #expect(await iterator.next() == nil)
    #expect(seen.sorted() == Array(0..<senders * count))
    for sender in 0..<senders {
      let own = seen.filter { $0 / count == sender }
      #expect(own == own.sorted())
    }
    #expect(mostSent.withLock { $0 } <= limit)
    #expect(mostDelivered.withLock { $0 } <= room + 2, "one more: it has been taken, and is not counted yet")
  }

  /// An asynchronous sequence is read at most as far as the capacities and stages allow.
  @Test func aSequenceThroughSeveralQueuesLosesNothing() async {
    let (numbers, continuation) = AsyncStream.makeStream(of: Int.self)
    for number in 0..<20_000 { continuation.yield(number) }
    continuation.finish()
    let values = Signal<Int, Never>(numbers).deliver(on: .queue(), buffering: .suspending(8))
      .deliver(on: .queue(), buffering: .suspending(1)).deliver(on: .immediate, buffering: .suspending(1))
      .values(buffering: .suspending(1))
    var expected = 0
    for await value in values {
      guard value == expected else { break }
      expected += 1
    }
    #expect(expected == 20_000, "the first that is lost or doubled")
  }
}

/// A scheduler that can release its actions without running them.
private final class ForgetfulScheduler: Scheduler {
  private let actions = Lock<[@Sendable () -> Void]>([])

  var clock: ContinuousClock { ContinuousClock() }

  func schedule(_ action: @escaping @Sendable () -> Void) -> Disposable {
    actions.withLock { $0.append(action) }
    return Disposable {}
  }

  func schedule(after delay: Duration, tolerance: Duration, _ action: @escaping @Sendable () -> Void) -> Disposable {
    schedule(action)
  }

  func forget() {
    let forgotten = actions.withLock { actions in
      defer { actions = [] }
      return actions
    }
    withExtendedLifetime(forgotten) {}
  }
}

/// A scheduler that runs its first action synchronously, and delays the return of `schedule`.
private final class HastyScheduler: Scheduler {
  private let isFirst = Lock(true)
  private let later: TestScheduler
  private let afterTheFirst: @Sendable () -> Void

  var clock: TestScheduler { later }

  init(later: TestScheduler, afterTheFirst: @escaping @Sendable () -> Void) {
    self.later = later
    self.afterTheFirst = afterTheFirst
  }

  func schedule(_ action: @escaping @Sendable () -> Void) -> Disposable {
    let runsNow = isFirst.withLock { isFirst in
      defer { isFirst = false }
      return isFirst
    }
    guard runsNow else { return later.schedule(action) }
    action()
    afterTheFirst()
    return Disposable {}
  }

  func schedule(after delay: Duration, tolerance: Duration, _ action: @escaping @Sendable () -> Void) -> Disposable {
    later.schedule(after: delay, tolerance: tolerance, action)
  }
}
