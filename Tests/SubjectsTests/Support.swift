import Dispatch
import StreamCore
import Synchronization

/// A log of events, in order, from any thread.
final class Log<Element: Sendable>: Sendable {
  private let elements = Lock<[Element]>([])

  func append(_ element: Element) { elements.withLock { $0.append(element) } }

  func removeAll() {
    let removed = elements.withLock { elements in
      defer { elements = [] }
      return elements
    }
    withExtendedLifetime(removed) {}
  }

  var all: [Element] { elements.withLock { $0 } }
}

/// Runs a body on several threads concurrently, and waits for all.
///
/// The bodies begin when all threads exist. Otherwise one thread could run two bodies, and would deliver the events of
/// the first as its own.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let (starts, ends) = (DispatchGroup(), DispatchGroup())
  for _ in 0..<count { starts.enter() }
  for index in 0..<count {
    DispatchQueue(label: "thread \(index)").async(group: ends) {
      starts.leave()
      starts.wait()
      body(index)
    }
  }
  ends.wait()
}

/// Starts a body on a new thread. The result waits for it.
func onThread(_ body: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
  let group = DispatchGroup()
  DispatchQueue(label: "thread").async(group: group, execute: body)
  return { group.wait() }
}

/// Where one thread waits for another.
final class Milestone: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  private let reached = Atomic(false)

  func reach() {
    reached.store(true, ordering: .releasing)
    semaphore.signal()
  }

  var isReached: Bool { reached.load(ordering: .acquiring) }

  func wait() {
    semaphore.wait()
    semaphore.signal()
  }
}

/// Counts, from any thread.
final class Counter: Sendable {
  private let number = Atomic(0)

  @discardableResult
  func add() -> Int { number.add(1, ordering: .relaxed).newValue }

  var count: Int { number.load(ordering: .relaxed) }
}

/// Waits for work of other threads, for example for the rest of a drain that another thread continues.
func until(_ condition: () -> Bool) async {
  while !condition() { await Task.yield() }
}
