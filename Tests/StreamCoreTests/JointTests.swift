import StreamCore
import StreamPrimitives
import Testing

@Suite struct JointTests {
  /// A joint that merges numbers, and the one handler that receives them.
  private final class Meeting: Sendable {
    let log = Log<Int>()
    let overlaps = Counter()
    let joint: Joint<Merging<Int>, Never>

    init(_ receive: @escaping @Sendable (Int) -> Void = { _ in }) {
      let (log, overlaps, isDelivering) = (log, overlaps, Flag())
      joint = Joint(
        Merging(),
        Sink(
          next: { number in
            if isDelivering.value.exchange(true, ordering: .relaxed) { overlaps.add() }
            log.add(number)
            receive(number)
            isDelivering.value.store(false, ordering: .relaxed)
          }, end: { _ in }), Subscription())
      // Keeps the joint open: it completes with its last upstream.
      _ = joint.open()
    }

    func attach(_ numbers: Signal<Int, Never>) {
      joint.attach(numbers, next: { .next($0) })
    }

    var isIdle: Bool { joint.gate.isIdle }

    func send(_ number: Int) { joint.receive(.next(number)) }

    private final class Flag: Sendable { let value = Atomic(false) }
  }

  /// Contract 2. Between two values, a stream that is being attached may wait until another thread's value is
  /// delivered.
  @Test func aStreamThatIsBeingAttachedBlocksNoOtherSender() {
    let meeting = Meeting()
    meeting.attach(
      Signal(attaching: { [meeting] sink, _ in
        sink.next(1)
        onThread { meeting.send(10) }
        #expect(meeting.log.all == [1, 10])
        sink.next(2)
      }))
    #expect(meeting.log.all == [1, 10, 2])
    #expect(meeting.isIdle)
  }

  /// Contract 3.
  @Test func aValueSentByAHandlerIsDeliveredNext() {
    let place = Lock<Meeting?>(nil)
    let meeting = Meeting { number in if number < 10 { place.withLock { $0 }?.send(number + 10) } }
    place.withLock { $0 = meeting }
    meeting.attach(Signal([1, 2]))
    #expect(meeting.log.all == [1, 11, 2, 12])
    #expect(meeting.overlaps.value == 0)
    place.withLock { $0 = nil }
  }

  @Test func nestedSynchronousStreamsKeepTheirOrder() {
    let log = Log<Event<Int, Never>>()
    let inner = Signal([1, 2]).flatMap { number in Signal([number, number]) }
    Signal([0, 10]).flatMap { tens in inner.mapping { $0 + tens } }.record(in: log)
    #expect(log.all == [1, 1, 2, 2, 11, 11, 12, 12].map { .next($0) } + [.completed])
  }

  @Test func aJointCompletesWithItsLastUpstream() {
    let (log, joint) = merging()
    let (first, last) = (joint.open(), joint.open())
    joint.complete(first)
    joint.complete(first)
    joint.receive(.next(1))
    #expect(log.all == [.next(1)])
    joint.complete(last)
    #expect(log.all == [.next(1), .completed])
  }

  @Test func aValueQueuedBeforeTheLastCompletionIsDelivered() {
    let place = Lock<Joint<Merging<Int>, Never>?>(nil)
    let (log, joint) = merging { number in
      guard number == 1, let joint = place.withLock({ $0 }) else { return }
      joint.receive(.next(2))
      joint.complete(joint.open())
    }
    place.withLock { $0 = joint }
    joint.receive(.next(1))
    #expect(log.all == [.next(1), .next(2), .completed])
    place.withLock { $0 = nil }
  }

  private func merging(
    _ receive: @escaping @Sendable (Int) -> Void = { _ in }
  ) -> (Log<Event<Int, Never>>, Joint<Merging<Int>, Never>) {
    let log = Log<Event<Int, Never>>()
    let sink = Sink<Int, Never>(
      next: {
        log.add(.next($0))
        receive($0)
      }, end: { log.add(Event($0)) })
    return (log, Joint(Merging(), sink, Subscription()))
  }

  /// While one thread attaches a stream, others send. No deliveries overlap, and no value is lost or overtaken.
  @Test func threadsSendWhileAnotherAttaches() {
    for round in 0..<100 {
      let meeting = Meeting()
      let come = Counter()
      let works: [@Sendable () -> Void] = [
        { meeting.attach(Signal(0..<200)) },
        { for number in 0..<20 { meeting.send(1_000 + number) } },
        { for number in 0..<round % 3 { meeting.send(2_000 + number) } },
      ]
      onThreads(works.count) { index in
        come.add()
        while come.value < works.count { yieldThread() }
        works[index]()
      }
      while !meeting.isIdle { yieldThread() }
      let all = meeting.log.all
      #expect(all.filter { $0 < 1_000 } == Array(0..<200))
      #expect(all.filter { (1_000..<2_000).contains($0) } == Array(1_000..<1_020))
      #expect(all.count == 220 + round % 3)
      #expect(meeting.overlaps.value == 0)
    }
  }
}
