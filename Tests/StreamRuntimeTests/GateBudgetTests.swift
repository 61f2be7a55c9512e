import StreamPrimitives
import StreamCore
import Synchronization
import Testing

/// B20: the number of events that one thread delivers for others is bounded. The tests count steps and never use the
/// clock.
@Suite struct GateBudgetTests {
  /// A number that no thread of the test has.
  private static let other: UInt = 8

  private func drain(_ gate: borrowing Gate<Int>, into log: Log<Int>) -> Bool { gate.drain { log.add($0) } }

  @Test func aDrainingThreadHandsOverItemsOfOtherThreads() {
    let gate = Gate<Int>()
    let log = Log<Int>()
    var entered = gate.enter()
    #expect(entered)
    for number in 0..<1_000 { _ = gate.enqueue(number, from: Self.other) }
    var isDone = drain(gate, into: log)
    #expect(!isDone)
    #expect(log.all == Array(0..<itemsForOthers))

    // No thread can enter, and no new item overtakes.
    entered = gate.enter()
    #expect(!entered)
    let left = gate.enqueue(1_000, from: Self.other)
    #expect(left)

    var hops = 0
    while !isDone, hops < 10 {
      let (first, second) = (gate.takeOver(), gate.takeOver())
      #expect(first && !second, "one takes over, and only one")
      isDone = drain(gate, into: log)
      hops += 1
    }
    #expect(hops == 3)
    #expect(log.all == Array(0...1_000))
    entered = gate.enter()
    #expect(entered, "it is open again")
  }

  /// Contract 2, if no other thread sends: everything is delivered before the outermost send returns.
  @Test func ownItemsOfTheDrainingThreadUseNoBudget() {
    let gate = Gate<Int>()
    let log = Log<Int>()
    _ = gate.enter()
    for number in 0..<10 * itemsForOthers { _ = gate.enqueue(number) }
    let isDone = drain(gate, into: log)
    #expect(isDone)
    #expect(log.count == 10 * itemsForOthers)
  }

  @Test func ownItemsOfTheDrainingThreadAreDeliveredUpToTheNextOfOthers() {
    let gate = Gate<Int>()
    let log = Log<Int>()
    _ = gate.enter()
    for number in 0..<itemsForOthers { _ = gate.enqueue(number, from: Self.other) }
    for number in 0..<10 { _ = gate.enqueue(itemsForOthers + number) }
    _ = gate.enqueue(itemsForOthers + 10, from: Self.other)
    _ = gate.enqueue(itemsForOthers + 11)
    let isDone = drain(gate, into: log)
    #expect(!isDone)
    #expect(log.all == Array(0..<itemsForOthers + 10), "the last own item is behind one of another thread")
  }

  @Test func theItemsOfAVacantGateAreReleasedWithIt() {
    let released = Counter()
    do {
      let gate = Gate<Probe>()
      _ = gate.enter()
      for _ in 0..<2 * itemsForOthers { _ = gate.enqueue(Probe { released.add() }, from: Self.other) }
      let isDone = gate.drain { $0.touch() }
      #expect(!isDone)
      _ = gate.enqueue(Probe { released.add() }, from: Self.other)
      #expect(released.value == itemsForOthers)
    }
    #expect(released.value == 2 * itemsForOthers + 1)
  }

  /// A clock that advances by a millisecond with each reading.
  private final class Reading: Clock, Sendable {
    let now0 = Atomic(0)
    var now: ContinuousClock.Instant {
      epoch.advanced(by: .milliseconds(now0.add(1, ordering: .relaxed).newValue))
    }
    private let epoch = ContinuousClock.now
    var minimumResolution: Duration { .zero }
    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {}
  }

  @Test func slowItemsUseUpAShareToo() {
    var budget = Budget(Reading(), time: .milliseconds(4))
    var count = 0
    while budget.take() { count += 1 }
    // Read at the 1st, which is when the time begins, and at the 2nd, 4th, 8th and 16th, when four milliseconds are
    // over.
    #expect(count == 15)

    var untimed = Budget(Reading(), time: .milliseconds(4))
    count = 0
    while untimed.take(timed: false) { count += 1 }
    #expect(count == itemsForOthers)
  }

  /// Four senders. Each call counts the items that it delivers for the others.
  private final class Door: Gated {
    struct Call {
      let sender: Int
      var forOthers = 0
    }

    let gate = Gate<(sender: Int, number: Int)>()
    let inside = Atomic(0)
    let overlaps = Counter()
    let delivered = Atomic(0)
    let calls = Lock<[UInt: Call]>([:])
    let most = Lock(0)

    /// Guarded by: the gate (only the draining thread touches it).
    nonisolated(unsafe) var order: [[Int]] = Array(repeating: [], count: 4)

    func send(_ number: Int, from sender: Int) {
      let thread = currentThread
      calls.withLock { $0[thread] = Call(sender: sender) }
      enqueue((sender, number))
      let call = calls.withLock { $0.removeValue(forKey: thread) }
      most.withLock { $0 = max($0, call?.forOthers ?? 0) }
    }

    func deliver(_ item: (sender: Int, number: Int)) {
      if inside.add(1, ordering: .relaxed).oldValue != 0 { overlaps.add() }
      order[item.sender].append(item.number)
      calls.withLock { calls in
        if let call = calls[currentThread], call.sender != item.sender { calls[currentThread]!.forOthers += 1 }
      }
      inside.subtract(1, ordering: .relaxed)
      delivered.add(1, ordering: .releasing)
    }
  }

  @Test func fourSendersAndNoneIsHeldByTheOthers() async {
    let door = Door()
    let count = 25_000
    onThreads(4) { sender in
      for number in 0..<count { door.send(number, from: sender) }
    }
    // The items beyond the last budget are delivered by another thread.
    await until { door.delivered.load(ordering: .acquiring) == 4 * count }
    #expect(door.overlaps.value == 0)
    #expect(door.most.withLock { $0 } <= itemsForOthers)
    for sender in 0..<4 { #expect(door.order[sender] == Array(0..<count)) }
  }
}
