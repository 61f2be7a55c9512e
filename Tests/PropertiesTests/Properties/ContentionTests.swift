import Foundation
import Rill
import TestSupport
import Testing

/// The work that one thread does for others is bounded, however many there are.
@Suite struct ContentionTests {
  /// Counts the handlers that run inside of one call.
  private final class Handled: Sendable {
    let count = Lock(0)
    private let thread = ObjectIdentifier(Thread.current)
    @TaskLocal static var current: Handled?

    /// The thread that continues after a hand-over inherits the task-local value, and does not count.
    static func note() {
      guard let current, current.thread == ObjectIdentifier(Thread.current) else { return }
      current.count.withLock { $0 += 1 }
    }

    /// The number of handlers that run before `body` returns, on its thread.
    static func during(_ body: () -> Void) -> Int {
      let handled = Handled()
      $current.withValue(handled) { body() }
      return handled.count.withLock { $0 }
    }
  }

  /// The number of observers that one thread notifies for others before it hands over.
  private static let budget = 64

  /// Another thread queues three hundred observers while a handler runs. The thread that drains takes as many of them
  /// as its budget allows; another continues.
  @Test func aDrainingThreadHandsOverItemsOfOtherThreads() async {
    let sources = (0..<300).map { _ in MutableProperty(0) }
    let own = MutableProperty(0)
    let isOneGraph = Property(combining: sources + [own]) { $0.count }
    let last = sources.map { _ in Lock(-1) }
    let (isInside, maySet) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let first = own.map { $0 }.subscribe { value in
      guard value == 1 else { return }
      isInside.signal()
      maySet.wait()
    }
    let handles = zip(sources, last).map { source, last in
      source.map { $0 }.subscribe { value in
        Handled.note()
        last.withLock { $0 = value }
      }
    }
    Thread.detachNewThread {
      isInside.wait()
      for source in sources { source.value = 1 }
      maySet.signal()
    }
    let handled = Handled.during { own.value = 1 }
    #expect(handled <= Self.budget, "One call notified \(handled) observers for another thread.")
    await until { last.allSatisfy { $0.withLock { $0 } == 1 } }
    for handle in handles { handle.dispose() }
    first.dispose()
    withExtendedLifetime(isOneGraph) {}
  }

  /// Four threads set, and four read, one graph.
  @Test func fourWritersAndFourReaders() async {
    let sources = (0..<4).map { _ in MutableProperty(0) }
    let total = Property(combining: sources) { $0.reduce(0, +) }
    let observers = 10
    let last = (0..<observers).map { _ in Lock(-1) }
    let handles = last.map { last in
      total.map { $0 }.subscribe { value in
        Handled.note()
        last.withLock { $0 = value }
      }
    }
    let most = Lock(0)
    let isOver = Lock(0)
    for source in sources {
      Thread.detachNewThread {
        for number in 1...2_000 {
          let handled = Handled.during { source.value = number }
          most.withLock { $0 = max($0, handled) }
        }
        isOver.withLock { $0 += 1 }
      }
      Thread.detachNewThread {
        var before = 0
        while isOver.withLock({ $0 }) < 4 {
          let handled = Handled.during {
            let now = total.value
            #expect(now >= before)
            before = now
          }
          most.withLock { $0 = max($0, handled) }
        }
        isOver.withLock { $0 += 1 }
      }
    }
    await until { isOver.withLock { $0 } == 8 && last.allSatisfy { $0.withLock { $0 } == 8_000 } }
    // One full round, one that other threads have begun to fill, and the budget.
    #expect(most.withLock { $0 } <= 2 * observers + Self.budget)
    for handle in handles { handle.dispose() }
  }
}
