import Dispatch
import StreamCore
import Testing

/// Reading one stream from many threads.
struct LazyOnceTests {
  @Test(arguments: 0..<20)
  func oneElementReadByEightThreadsIsComputedOnce(round: Int) {
    let computed = LazyCount()
    let heads = LazyCount()
    let tails = LazyCount()
    let produced = LazyStream(0..<50).apply(
      Scanning(result: 0) {
        computed.up()
        return $0 + $1
      })
    let paired = counted(0..<50, heads: heads, tails: tails)
    let results = LazyLog<[Int]>()
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      results.note(produced.zip(paired).foldLeft([]) { $0 + [$1.0] })
    }
    #expect(Set(results.entries).count == 1 && results.entries.count == 8)
    #expect(computed.value == 50 && heads.value == 50)
    #expect(tails.value == 49, "where the first of two zipped streams ends, the other is not touched")
  }

  @Test func aThreadThatAsksMeanwhileWaitsForTheResult() {
    let begun = AsyncStep()
    let goOn = AsyncStep()
    let read = AsyncStep()
    let computed = LazyCount()
    let stream = LazyStream(head: {
      computed.up()
      begun.signal()
      goOn.wait()
      return 42
    })
    let log = LazyLog<Int?>()
    for _ in 0..<3 {
      onNewThread {
        log.note(stream.first)
        read.signal()
      }
    }
    begun.wait()
    #expect(log.entries.isEmpty, "nobody has an answer while the element is being computed")
    goOn.signal()
    for _ in 0..<3 { read.wait() }
    #expect(log.entries == [42, 42, 42] && computed.value == 1)
  }

  @Test func noLockIsHeldWhileAnElementIsComputed() {
    // Each thread computes an element that asks for one of the other's list.
    let left = naturals()
    let right = naturals()
    let one = left.apply(Mapping { n in n + right.first! })
    let other = right.apply(Mapping { n in n + left.first! })
    DispatchQueue.concurrentPerform(iterations: 8) { i in
      #expect(Array((i % 2 == 0 ? one : other).apply(Taking(left: 3))) == [0, 1, 2])
    }
  }

  @Test func anElementMayAskForThoseBeforeIt() {
    final class Place: Sendable {
      let stream = Lock<LazyStream<Int>?>(nil)
    }
    let place = Place()
    let fibonacci = LazyStream(0..<20).apply(
      Mapping { n -> Int in
        guard n > 1 else { return n }
        let stream = place.stream.withLock { $0! }
        var iterator = stream.makeIterator()
        for _ in 0..<(n - 2) { _ = iterator.next() }
        return iterator.next()! + iterator.next()!
      })
    place.stream.withLock { $0 = fibonacci }
    defer { place.stream.withLock { $0 = nil } }
    #expect(Array(fibonacci).suffix(2) == [2584, 4181])
  }

  @Test func anElementThatAsksForItselfTraps() async {
    await #expect(processExitsWith: .failure) {
      let place = Lock<LazyStream<Int>?>(nil)
      let stream = LazyStream(head: { place.withLock { $0 }!.first! + 1 })
      place.withLock { $0 = stream }
      _ = stream.first
    }
  }
}

/// Lets one thread wait for another.
struct AsyncStep: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  func signal() { semaphore.signal() }
  func wait() { semaphore.wait() }
}
