import AsyncAlgorithms
import Dispatch
import Measuring
import OpenCombine
import Rill
import Synchronization

/// Many observers of one subject, each with its own maps and filters.
package let crowds: [Crowd] = [
  Crowd(.rill) { subscriptions, pairs in
    let total = Total()
    let subject = Rill.Subject<Int, Never>()
    let all = (0..<subscriptions).map { _ in
      var chain = subject.signal
      for _ in 0..<pairs { chain = chain.map(plusOne).filter(isPositive) }
      return chain.subscribe { total.add($0) }
    }
    return {
      for subscription in all { subscription.dispose() }
      subject.complete()
    }
  },
  Crowd(.openCombine) { subscriptions, pairs in
    let total = Total()
    let subject = PassthroughSubject<Int, Never>()
    let all = (0..<subscriptions).map { _ in
      if pairs == 1 { return subject.mapAndFilter().sink { total.add($0) } }
      precondition(pairs == 6, "There is a chain of one pair and one of six.")
      return subject.mapAndFilter().mapAndFilter().mapAndFilter().mapAndFilter().mapAndFilter().mapAndFilter()
        .sink { total.add($0) }
    }
    return {
      for subscription in all { subscription.cancel() }
      subject.send(completion: .finished)
    }
  },
  // A stream has one consumer, so each observer is a stream with a waiting task. When this returns, all have received
  // one value.
  Crowd(.asyncAlgorithms, subscriptions: 10_000) { subscriptions, pairs in
    let heard = Latch(subscriptions)
    let over = Latch(subscriptions)
    let continuations = (0..<subscriptions).map { _ in
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      Task.detached {
        if pairs == 1 {
          for await _ in stream.mapAndFilter() { heard.countDown() }
        } else {
          precondition(pairs == 6, "There is a chain of one pair and one of six.")
          let chain = stream.mapAndFilter().mapAndFilter().mapAndFilter().mapAndFilter().mapAndFilter().mapAndFilter()
          for await _ in chain { heard.countDown() }
        }
        over.countDown()
      }
      continuation.yield(1)
      return continuation
    }
    heard.wait()
    return {
      for continuation in continuations { continuation.finish() }
      over.wait()
    }
  },
  Crowd(.hand) { subscriptions, pairs in
    let total = Total()
    let subject = HandSubject()
    let ids = (0..<subscriptions).map { _ in
      var chain = stored { total.add($0) }
      for _ in 0..<pairs {
        let next = chain
        let filter = stored { number in if isPositive(number) { next(number) } }
        chain = stored { number in filter(plusOne(number)) }
      }
      return subject.add(chain)
    }
    return { for id in ids.reversed() { subject.remove(id) } }
  },
]

/// A latch that opens after a number of counts.
private final class Latch: Sendable {
  private let missing: Mutex<Int>
  private let isOpen = DispatchSemaphore(value: 0)

  init(_ count: Int) { missing = Mutex(count) }

  func countDown() {
    let isLast = missing.withLock { missing in
      missing -= 1
      return missing == 0
    }
    if isLast { isOpen.signal() }
  }

  func wait() { isOpen.wait() }
}

@Sendable private func plusOne(_ number: Int) -> Int { number &+ 1 }

@Sendable private func isPositive(_ number: Int) -> Bool { number > 0 }

extension Publisher where Output == Int {
  fileprivate func mapAndFilter() -> Publishers.Filter<Publishers.Map<Self, Int>> { map(plusOne).filter(isPositive) }
}

extension AsyncSequence where Element == Int, Self: Sendable {
  fileprivate func mapAndFilter() -> AsyncFilterSequence<AsyncMapSequence<Self, Int>> {
    map(plusOne).filter(isPositive)
  }
}
