@testable import StreamRuntime
import TestSupport
import Testing

@Suite struct QueueTests {
  @Test func firstInFirstOut() {
    var queue = Queue<Int>()
    #expect(queue.isEmpty && queue.popFirst() == nil)
    queue.append(1)
    queue.append(2)
    #expect(queue.count == 2)
    #expect(queue.popFirst() == 1)
    queue.append(3)
    #expect(queue.popFirst() == 2)
    #expect(queue.popFirst() == 3)
    #expect(queue.isEmpty && queue.popFirst() == nil)
  }

  @Test func likeAnArrayForAnyMixOfCalls() {
    var queue = Queue<Int>()
    var model: [Int] = []
    var generator = SystemRandomNumberGenerator()
    for number in 0..<20_000 {
      if Int.random(in: 0..<20, using: &generator) < (number % 2_000 < 1_000 ? 14 : 6) {
        queue.append(number)
        model.append(number)
      } else {
        #expect(queue.popFirst() == (model.isEmpty ? nil : model.removeFirst()))
      }
      #expect(queue.count == model.count && queue.isEmpty == model.isEmpty)
    }
  }

  @Test func takenItemsAreReleasedImmediately() {
    var queue = Queue<Probe>()
    let released = Counter()
    for _ in 0..<100 { queue.append(Probe { released.add() }) }
    for taken in 1...100 {
      queue.popFirst()?.touch()
      #expect(released.value == taken)
    }
  }

  @Test func anEmptiedQueueFreesTheMemoryOfABurst() {
    var queue = Queue<Int>()
    for number in 0..<100_000 { queue.append(number) }
    while queue.popFirst() != nil {}
    #expect(queue.elements.capacity == 0)
    for number in 0..<100 { queue.append(number) }
    while queue.popFirst() != nil {}
    #expect(queue.elements.capacity >= 100)
  }

  /// A queue that never runs empty neither grows nor slows down.
  @Test(.long) func aLongLivedQueueStaysSmall() {
    var queue = Queue<Int>()
    for number in 0..<40 { queue.append(number) }
    for number in 40..<1_000_000 {
      queue.append(number)
      #expect(queue.popFirst() == number - 40)
    }
    #expect(queue.count == 40)
  }
}
