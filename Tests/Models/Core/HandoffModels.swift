import Interleaving
import ModelSupport
import StreamCore
import Testing

/// A queue between one who sends and those who take one after the other. What is sent is a plain variable: who reads it
/// before it was written to is a race.
private final class Handoff: Sendable {
  final class Item: Sendable {
    let number = Shared(0)
    let gone: Count

    init(_ gone: Count) { self.gone = gone }
    deinit { gone.add() }
  }

  let queue = HandoffQueue<Item, Never>()
  let taken = Count()
  let gone = Count()
  let ends = Count()

  func send(_ numbers: ClosedRange<Int>, onto thread: @escaping (Handoff) -> Void) {
    for number in numbers {
      let item = Item(gone)
      item.number.value = number
      if queue.append(item) { thread(self) }
    }
  }

  /// One drain, of so many events at most: whether another has to be called for.
  func take(atMost limit: Int = .max) -> Bool {
    guard queue.begin() else { return false }
    for _ in 0..<limit {
      guard let event = queue.next() else { return false }
      guard case .next(let item) = event else {
        ends.add()
        return false
      }
      taken.add()
      expect(item.number.value == taken.now, "the value \(item.number.value) came as number \(taken.now)")
    }
    return queue.pause()
  }
}

@Suite struct HandoffModels {
  /// The taker waits until it is called, as an action does that is scheduled.
  @Test(arguments: [1, 2, 9]) func oneSendsAndOneTakes(_ budget: Int) throws {
    try model("HandoffQueue, drains of \(budget)", withoutBound: true, preemptions: 3) { program in
      let handoff = Handoff()
      let calls = Atomic(0)
      program.thread {
        handoff.send(1...3) { _ in calls.add(1, ordering: .acquiringAndReleasing) }
        if handoff.queue.append(.completed) { calls.add(1, ordering: .acquiringAndReleasing) }
      }
      program.thread { answer(calls, handoff, budget) }
      program.atEnd {
        while answer(calls, handoff, budget) {}
        expect(handoff.taken.now == 3 && handoff.ends.now == 1, "\(handoff.taken.now) values, \(handoff.ends.now) ends")
      }
    }
  }

  /// Whoever disposes, who sends and who takes: one of them lets go of each value, and none of them twice.
  @Test func aDisposal() throws {
    try model("HandoffQueue, disposed meanwhile", withoutBound: true, preemptions: 3) { program in
      let handoff = Handoff()
      let calls = Atomic(0)
      program.thread { handoff.send(1...2) { _ in calls.add(1, ordering: .acquiringAndReleasing) } }
      program.thread { answer(calls, handoff, 1) }
      program.thread { handoff.queue.dispose() }
      program.atEnd { expect(handoff.gone.now == 2, "of two values \(handoff.gone.now) are gone") }
    }
  }
}

/// Drains if a drain was called for, and calls for the next.
@discardableResult
private func answer(_ calls: borrowing Atomic<Int>, _ handoff: Handoff, _ budget: Int) -> Bool {
  guard calls.load(ordering: .acquiring) > 0 else { return false }
  calls.subtract(1, ordering: .acquiringAndReleasing)
  if handoff.take(atMost: budget) { calls.add(1, ordering: .acquiringAndReleasing) }
  return true
}
