import StreamCore
import Synchronization
import TestSupport
import Testing

extension Gate {
  /// Delivers an item now, or enqueues it for the draining thread.
  fileprivate func admit(_ item: Item, _ deliver: (Item) -> Void) {
    guard !enqueue(item) else { return }
    deliver(item)
    leave(deliver)
  }

  /// Delivers the items that were queued meanwhile, and then leaves.
  fileprivate func leave(_ deliver: (Item) -> Void) {
    if !leaveIfEmpty() { _ = drain(atMost: .max, deliver) }
  }
}

private final class Door: Sendable {
  let gate = Gate<(thread: Int, number: Int)>()
  let inside = Atomic(0)
  let overlaps = Counter()

  /// Guarded by: the gate (only the draining thread touches it).
  nonisolated(unsafe) var delivered: [[Int]] = Array(repeating: [], count: 4)

  func deliver(_ item: (thread: Int, number: Int)) {
    if inside.add(1, ordering: .relaxed).oldValue != 0 { overlaps.add() }
    delivered[item.thread].append(item.number)
    inside.subtract(1, ordering: .relaxed)
  }
}

@Suite struct GateTests {
  /// Contract 2: never two at a time, the order of each thread kept, nothing lost. Half the senders take the inlinable
  /// way in.
  @Test func fourThreadsSendItems() {
    let door = Door()
    let count = 50_000
    onThreads(4) { thread in
      for number in 0..<count {
        if thread.isMultiple(of: 2) {
          door.gate.admit((thread, number), door.deliver)
        } else if door.gate.enter() {
          door.deliver((thread, number))
          door.gate.leave(door.deliver)
        } else {
          door.gate.admit((thread, number), door.deliver)
        }
      }
    }
    #expect(door.overlaps.value == 0)
    for thread in 0..<4 { #expect(door.delivered[thread] == Array(0..<count)) }
  }

  /// Contract 3: breadth first, in the order in which they were left.
  @Test func reentrantItemsComeAfterTheOneBeingDelivered() {
    final class Tree: Sendable {
      let gate = Gate<Int>()
      let log = Log<String>()
      func send(_ number: Int) {
        gate.admit(number) { number in
          log.add("(\(number)")
          if number < 10 {
            send(number * 10)
            send(number * 10 + 1)
          }
          log.add("\(number))")
        }
      }
    }
    let tree = Tree()
    tree.send(1)
    #expect(tree.log.all == ["(1", "1)", "(10", "10)", "(11", "11)"])
  }

  @Test(.long) func aMillionReentrantItemsTakeTheStackOfOne() {
    onThread {
      final class Counting: Sendable {
        let gate = Gate<Int>()
        let last = Counter()
        func send(_ number: Int) {
          gate.admit(number) { number in
            last.add()
            if number < 1_000_000 { send(number + 1) }
          }
        }
      }
      let counting = Counting()
      counting.send(1)
      #expect(counting.last.value == 1_000_000)
    }
  }

  /// If a draining thread never leaves, because it ended or its actor was released, the queued items are still
  /// released.
  @Test func itemsThatWereLeftAreReleased() {
    final class Abandoned: Sendable {
      let gate = Gate<Probe>()
    }
    let released = Counter()
    do {
      let abandoned = Abandoned()
      let entered = abandoned.gate.enter()
      #expect(entered)
      for _ in 0..<3 {
        let left = abandoned.gate.enqueue(Probe { released.add() })
        #expect(left)
      }
      #expect(released.value == 0)
    }
    #expect(released.value == 3)
  }

  @Test func deliveredItemsAreReleased() {
    let gate = Gate<Probe>()
    let released = Counter()
    let entered = gate.enter()
    #expect(entered)
    gate.admit(Probe { released.add() }) { _ in Issue.record("the gate was busy") }
    gate.leave { $0.touch() }
    #expect(released.value == 1)
    gate.admit(Probe { released.add() }) { $0.touch() }
    #expect(released.value == 2)
  }
}
