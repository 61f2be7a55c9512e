import Foundation
import Measuring
import Synchronization

/// Measures Rill only, because the engines by hand support a single thread.
package func graphThreads(rounds: Int) -> [GraphThreads] {
  [threads(.rillStatic, RillStatic.self, rounds), threads(.rillTracked, RillTracked.self, rounds)]
}

private func threads<E: GraphEngine>(
  _ who: Engine, _ engine: E.Type, _ rounds: Int
) -> GraphThreads where E.Number == Int {
  var (one, four, longest, alone, beside) = (Double.infinity, Double.infinity, 0.0, Double.infinity, Double.infinity)
  var (set, read) = (0.0, 0.0)
  for _ in 0..<rounds {
    let graph = SharedGraph(E.self)
    one = min(one, graph.set(by: 1, times: 40_000).each)
    let all = graph.set(by: 4, times: 40_000)
    four = min(four, all.each)
    longest = max(longest, all.longest)
    let most = graph.setAndRead(times: 40_000)
    (set, read) = (max(set, most.set), max(read, most.read))
    let chains = [OwnChain(E.self), OwnChain(E.self)]
    alone = min(alone, OwnChain.set([chains[0]], times: 20_000))
    beside = min(beside, OwnChain.set(chains, times: 20_000))
  }
  return GraphThreads(
    engine: who, one: one, four: four, longest: longest, alone: alone, beside: beside, mostPerSet: set,
    mostPerRead: read)
}

/// Four sources, a chain of ten maps on each, and one observer of a value derived from all chains.
private struct SharedGraph<E: GraphEngine>: Sendable where E.Number == Int {
  private let sources: [E.Source]
  private let heard: Heard
  private let total: E.Node
  nonisolated(unsafe) private let effect: E.Effect

  init(_ engine: E.Type) {
    let heard = Heard()
    sources = (0..<4).map { _ in E.source(0) }
    let chains = sources.map { source in (0..<10).reduce(E.node(source)) { node, _ in E.map(node) { $0 &+ 1 } } }
    total = E.combine(chains) { $0.reduce(0, &+) }
    effect = E.effect(total) { heard.last.store($0, ordering: .relaxed) }
    self.heard = heard
  }

  /// Each thread sets its own source, or one thread sets all of them in turn.
  func set(by threads: Int, times: Int) -> (each: Double, longest: Double) {
    let longest = Longest()
    let time = inParallel(threads) { thread in
      let clock = ContinuousClock()
      var mine = Duration.zero
      for number in 0..<times / threads {
        let source = sources[threads == 1 ? number % 4 : thread]
        mine = max(mine, clock.measure { E.set(source, number) })
      }
      longest.time.withLock { [mine] in $0 = max($0, mine) }
    }
    // Notifications may have been combined, but the last value is always delivered: by a thread of the system, where a
    // setter has used up its budget.
    for source in sources { E.set(source, -1) }
    let deadline = ContinuousClock.now + .seconds(10)
    while heard.last.load(ordering: .relaxed) != 4 * 9 {
      precondition(ContinuousClock.now < deadline, "The effect did not receive the last change.")
      sched_yield()
    }
    withExtendedLifetime(effect) {}
    return (time.nanoseconds / Double(times), longest.time.withLock { $0.nanoseconds })
  }
}

extension SharedGraph {
  /// Returns the most processor time of one set and of one read, in nanoseconds.
  ///
  /// Four threads set, each its own source. Four more read the value that is derived from all sources.
  fileprivate func setAndRead(times: Int) -> (set: Double, read: Double) {
    let (set, read) = (Longest(), Longest())
    _ = inParallel(8) { thread in
      var most = Duration.zero
      for number in 0..<times / 4 {
        let start = processorTime()
        if thread < 4 { E.set(sources[thread], number) } else { _ = stored(E.value(total)) }
        most = max(most, processorTime() - start)
      }
      (thread < 4 ? set : read).time.withLock { [most] in $0 = max($0, most) }
    }
    return (set.time.withLock { $0.nanoseconds }, read.time.withLock { $0.nanoseconds })
  }
}

/// The time that the thread has had of a processor.
private func processorTime() -> Duration {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

/// Fifty maps of a source, used by one thread.
private struct OwnChain<E: GraphEngine>: Sendable where E.Number == Int {
  private let source = E.source(0)
  nonisolated(unsafe) private let effect: E.Effect

  init(_ engine: E.Type) {
    let heard = Heard()
    let chain = (0..<50).reduce(E.node(source)) { node, _ in E.map(node) { $0 &+ 1 } }
    effect = E.effect(chain) { heard.last.store($0, ordering: .relaxed) }
  }

  static func set(_ chains: [Self], times: Int) -> Double {
    let time = inParallel(chains.count) { thread in
      for number in 0..<times { E.set(chains[thread].source, number) }
    }
    withExtendedLifetime(chains) {}
    return time.nanoseconds / Double(times * 51)
  }
}

private final class Longest: Sendable {
  let time = Mutex(Duration.zero)
}

private final class Heard: Sendable {
  let last = Atomic(0)
}

/// Runs a closure on several threads, which begin together, and returns the time until the last one has finished.
private func inParallel(_ threads: Int, _ body: @escaping @Sendable (_ thread: Int) -> Void) -> Duration {
  let (ready, go, over) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
  for thread in 0..<threads {
    Thread.detachNewThread {
      ready.signal()
      go.wait()
      body(thread)
      over.signal()
    }
  }
  for _ in 0..<threads { ready.wait() }
  return ContinuousClock().measure {
    for _ in 0..<threads { go.signal() }
    for _ in 0..<threads { over.wait() }
  }
}
