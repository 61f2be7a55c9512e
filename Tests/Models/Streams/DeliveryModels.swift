import Interleaving
import ModelSupport
import Operators
import Testing

/// The queue of `deliver(on:)` between a sender and one action at a time. The values have a plain variable: reading it
/// before it was written is a race.
private final class Delivery: Sendable {
  final class Item: Sendable {
    let number = Shared(0)
    let gone: Count

    init(_ gone: Count) { self.gone = gone }
    deinit { gone.add() }
  }

  let queue = DeliveryQueue<Item, Never>(.unbounded)
  let calls = Atomic(0)
  let taken = Count()
  let gone = Count()
  let ends = Count()

  func schedule() { calls.add(1, ordering: .acquiringAndReleasing) }

  func send(_ numbers: ClosedRange<Int>) {
    for number in numbers {
      let item = Item(gone)
      item.number.value = number
      if queue.append(item).needsAction { schedule() }
    }
  }

  /// Runs an action if one is scheduled. It delivers at most `limit` events.
  @discardableResult
  func act(atMost limit: Int) -> Bool {
    guard calls.load(ordering: .acquiring) > 0 else { return false }
    calls.subtract(1, ordering: .acquiringAndReleasing)
    for _ in 0..<limit {
      guard !queue.isDisposed else {
        queue.discard()
        return true
      }
      guard let event = queue.next() else { return true }
      guard case .next(let item) = event else {
        ends.add()
        return true
      }
      taken.add()
      expect(item.number.value == taken.now, "the value \(item.number.value) came as number \(taken.now)")
    }
    if queue.pause() { schedule() }
    return true
  }
}

@Suite struct DeliveryModels {
  @Test(arguments: [1, 2, 9]) func oneSendsAndActionsDeliver(_ budget: Int) throws {
    try model("DeliveryQueue, actions of \(budget)", preemptions: 3) { program in
      let delivery = Delivery()
      program.thread {
        delivery.send(1...3)
        if delivery.queue.append(.completed) { delivery.schedule() }
      }
      program.thread { delivery.act(atMost: budget) }
      program.atEnd {
        while delivery.act(atMost: budget) {}
        let (taken, ends) = (delivery.taken.now, delivery.ends.now)
        expect(taken == 3 && ends == 1, "\(taken) values, \(ends) ends")
      }
    }
  }

  /// Whichever of the three has a value last releases it, once.
  @Test func aDisposalWhileOneSendsAndAnActionDelivers() throws {
    try model("DeliveryQueue, disposed meanwhile", preemptions: 3) { program in
      let delivery = Delivery()
      program.thread { delivery.send(1...2) }
      program.thread { delivery.act(atMost: 1) }
      program.thread { delivery.queue.dispose() }
      program.atEnd {
        while delivery.act(atMost: 1) {}
        expect(delivery.gone.now == 2, "of two values \(delivery.gone.now) are gone")
      }
    }
  }
}
