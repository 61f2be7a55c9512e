import Darwin
import Rill
import StreamCore
import Synchronization
import Testing

/// The library on Darwin's conditions, threads and stacks.
@Suite struct DarwinTests {
  @Test func valuesOfManyThreads() async {
    let subject = Subject<Int, Never>()
    let count = Atomic(0)
    subject.subscribe { _ in count.add(1, ordering: .relaxed) }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { for number in 0..<1000 { subject.send(number) } } }
    }
    while count.load(ordering: .relaxed) < 8000 { await Task.yield() }
    #expect(count.load(ordering: .relaxed) == 8000)
  }

  /// Waits on a condition, with and without a timeout.
  @Test func blockingWaitsAndGivesUp() throws {
    let subject = Subject<Int, Never>()
    #expect(throws: WaitFailure<Never>.self) { try subject.signal.blocking(timeout: .milliseconds(1)).wait() }
    let answer = Signal<Int, Never> { observer in
      QueueScheduler().schedule(after: .milliseconds(1), tolerance: .zero) {
        observer.send(7)
        observer.complete()
      }
    }
    #expect(try answer.blocking().first() == 7)
  }

  /// So deep that it needs another stack, which is a separate thread.
  @Test func closuresThatReadOneAnother() {
    let source = MutableProperty(0)
    var last: Property<Int> = source.property
    for _ in 0..<20_000 {
      let before = last
      last = Property { before.value + 1 }
    }
    #expect(last.value == 20_000)
  }
}
