import Foundation
import Rill
import Synchronization

enum Trouble: Error, Equatable { case some, other }

/// Work that a test ends by hand.
final class Work: Sendable {
  private let running = Log<Observer<Int, Trouble>>()
  let started = Atomic<Int>(0)

  func signal() -> Signal<Int, Trouble> {
    Signal { observer in
      self.started.add(1, ordering: .relaxed)
      self.running.add(observer)
    }
  }

  var count: Int { started.load(ordering: .relaxed) }

  subscript(index: Int) -> Observer<Int, Trouble> { running.all[index] }
}

/// A log of events, in order, from any thread.
final class Log<Entry: Sendable>: Sendable {
  /// Not a `Mutex`, about which the thread sanitizer reports races that are none.
  private let lock = NSLock()

  /// Guarded by: lock.
  nonisolated(unsafe) private var entries: [Entry] = []

  func add(_ entry: Entry) { lock.withLock { entries.append(entry) } }
  var all: [Entry] { lock.withLock { entries } }
  func clear() { lock.withLock { entries = [] } }
}

/// Runs `body` on eight concurrent threads, and waits for all.
func onEightThreads(_ body: @escaping @Sendable (Int) -> Void) {
  let group = DispatchGroup()
  let start = DispatchSemaphore(value: 0)
  for index in 0..<8 {
    group.enter()
    Thread {
      start.wait()
      body(index)
      group.leave()
    }.start()
  }
  for _ in 0..<8 { start.signal() }
  group.wait()
}

extension Execution<Int, Trouble> {
  /// How it ended, if it has; `nil` inside for success.
  var ending: CommandError<Trouble>?? {
    let end = Log<CommandError<Trouble>?>()
    signal.subscribe(next: { _ in }, failed: { end.add($0) }, completed: { end.add(nil) }).dispose()
    return end.all.first
  }
}

extension Command {
  /// The number of running executions, read from the command itself and not from its observers.
  var runningCount: Int { Mirror(reflecting: self).descendant("executionsInFlight") as? Int ?? -1 }
}

func onAnotherThread(_ body: @escaping @Sendable () -> Void) { DispatchQueue.global().async(execute: body) }

/// Waits for other threads to catch up, for example with deliveries that were handed over to them.
func until(_ condition: () -> Bool) async {
  while !condition() { await Task.yield() }
}

/// Blocks until an execution has ended.
func waitForEnd(_ execution: Execution<Int, Trouble>) {
  let ended = DispatchSemaphore(value: 0)
  execution.subscribe(next: { _ in }, failed: { _ in ended.signal() }, completed: { ended.signal() })
  ended.wait()
}

/// Blocks the waiting threads until it is opened.
struct Latch: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func open() { semaphore.signal() }
  func wait() { semaphore.wait() }
}
