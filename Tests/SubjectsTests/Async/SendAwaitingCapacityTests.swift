import StreamTesting
import Subjects
import Testing

/// Terminal event × cancellation × consumer waiting or not × buffer full or not, for a sender that waits.
@Suite struct SendAwaitingCapacityTests {
  private enum Ending: CaseIterable, Sendable { case goesOn, completes, consumerIsCancelled, senderIsCancelled }

  /// A suspended sender resumes when there is capacity, after the last consumer, and when it is cancelled.
  @Test func everyCell() {
    for ending in Ending.allCases {
      for isFull in [false, true] {
        for asks in [false, true] { check(ending, isFull: isFull, asks: asks) }
      }
    }
  }

  private func check(_ ending: Ending, isFull: Bool, asks: Bool) {
    let cell = "\(ending), \(isFull ? "full" : "not full"), \(asks ? "waiting" : "not waiting")"
    let time = TestScheduler()
    let subject = Subject<Int, Never>()
    let turn = Subject<Void, Never>()
    let seen = Lock<[Int]>([])
    let values = subject.values(buffering: .suspending(2))
    let consumer = time.task {
      var values = values.makeAsyncIterator()
      if !asks { _ = await turn.first }
      while let value = await values.next() { seen.withLock { $0.append(value) } }
    }
    time.advance()
    let sent = Lock(0)
    let count = isFull ? 4 : 1
    let sender = time.task {
      for value in 1...count {
        await subject.send(awaitingCapacity: value)
        sent.withLock { $0 += 1 }
      }
    }
    time.advance()
    // A waiting loop takes every value immediately. Otherwise the buffer keeps two values, and the sender of the third
    // is suspended.
    #expect(sent.withLock { $0 } == (asks || !isFull ? count : 2), "\(cell)")
    switch ending {
    case .goesOn: turn.send()
    case .completes: subject.complete()
    case .consumerIsCancelled: consumer.cancel()
    case .senderIsCancelled: sender.cancel()
    }
    time.advance()
    if ending == .completes, isFull, !asks {
      #expect(sent.withLock { $0 } == 2, "what was sent before the end still waits for room: \(cell)")
    } else {
      #expect(sent.withLock { $0 } == count, "\(cell)")
    }
    if !asks, ending != .goesOn { turn.send() }
    time.advance()
    #expect(sent.withLock { $0 } == count, "\(cell)")
    // After the end values are dropped; and a consumer that was cancelled before it asked sees nothing.
    let expected: [Int] =
      switch ending {
      case .completes where isFull && !asks: [1, 2, 3]
      case .consumerIsCancelled where !asks: []
      default: Array(1...count)
      }
    #expect(seen.withLock { $0 } == expected, "\(cell)")
    consumer.cancel()
    time.advance()
  }

  @Test func withoutConsumersNoSenderWaits() async {
    let subject = Subject<Int, Never>()
    await subject.send(awaitingCapacity: 1)
    let values = subject.values(buffering: .newest(1))
    var iterator = values.makeAsyncIterator()
    for value in 2...5 { await subject.send(awaitingCapacity: value) }
    #expect(await iterator.next() == 5)
    subject.complete()
  }

  @Test func statefulSubjectsWaitToo() async {
    let behavior = BehaviorSubject<Int, Never>(0)
    let replay = ReplaySubject<Int, Never>(count: 2)
    await behavior.send(awaitingCapacity: 1)
    await replay.send(awaitingCapacity: 2)
    #expect(await behavior.first == 1)
    #expect(await replay.first == 2)
  }

  /// Many concurrent senders: one that finds another delivering waits for its delivery and for capacity all the same.
  /// So the buffer never has more values than its capacity plus one for each sender.
  @Test func manySendersKeepTheBound() async {
    let subject = Subject<Int, Never>()
    let values = subject.values(buffering: .suspending(4))
    var iterator = values.makeAsyncIterator()
    let sent = Lock(0)
    let senders = (0..<4).map { sender in
      Task.detached {
        for value in 0..<1_000 {
          await subject.send(awaitingCapacity: sender * 1_000 + value)
          sent.withLock { $0 += 1 }
        }
      }
    }
    var seen: [Int] = []
    var most = 0
    while seen.count < 4_000, let value = await iterator.next() {
      most = max(most, sent.withLock { $0 } - seen.count)
      seen.append(value)
    }
    for sender in senders { await sender.value }
    subject.complete()
    #expect(await iterator.next() == nil)
    #expect(most <= 5, "one more than have room: the value that is being taken")
    #expect(Set(seen).count == 4_000)
    for sender in 0..<4 {
      let own = seen.filter { $0 / 1_000 == sender }
      #expect(own == own.sorted())
    }
  }

  /// A property starts with its current value.
  @Test func aLoopOverStateStartsWithTheCurrentValue() async {
    let state = BehaviorSubject<Int, Never>(7)
    var iterator = state.values(buffering: .newest(1)).makeAsyncIterator()
    #expect(await iterator.next() == 7)
    state.value = 8
    state.value = 9
    #expect(await iterator.next() == 9)
    state.complete()
    #expect(await iterator.next() == nil)
  }
}
