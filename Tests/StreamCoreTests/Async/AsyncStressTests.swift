import StreamCore
import Synchronization
import TestSupport
import Testing

/// A source with any number of subscribers, in which coming and going is cheap.
private final class Crowd: StreamProtocol {
  private let observers = Lock<[Int: Observer<Int, Never>]>([:])
  private let count = Atomic(0)

  /// Opened by the last to go once `close` was called.
  private let empty = Latch()
  private let isClosing = Atomic(false)

  /// Waits until the last subscriber is gone. A task that the library has cancelled may end a moment later.
  func waitUntilEmpty() async {
    isClosing.store(true, ordering: .sequentiallyConsistent)
    openIfEmpty()
    await empty.wait()
  }

  private func openIfEmpty() {
    if isClosing.load(ordering: .sequentiallyConsistent), observers.withLock({ $0.isEmpty }) { empty.open() }
  }

  var signal: Signal<Int, Never> {
    Signal { [self] observer in
      let number = count.add(1, ordering: .relaxed).newValue
      observers.withLock { $0[number] = observer }
      return Disposable { [self] in
        let gone = observers.withLock { $0.removeValue(forKey: number) }
        withExtendedLifetime(gone) { openIfEmpty() }
      }
    }
  }

  func send(_ value: Int) {
    let all = observers.withLock { Array($0.values) }
    for observer in all { observer.send(value) }
  }
}

/// Numbers, as an asynchronous sequence that never waits by itself.
private struct Counting: AsyncSequence, Sendable {
  let count: Int

  struct Iterator: AsyncIteratorProtocol {
    var next = 0
    let count: Int

    mutating func next(isolation: isolated (any Actor)?) async -> Int? {
      guard next < count else { return nil }
      defer { next += 1 }
      return next
    }
  }

  func makeAsyncIterator() -> Iterator { Iterator(count: count) }
}

@Suite(.serialized) struct AsyncStressTests {
  /// From a thread that does not wait for the loop.
  @Test func aHundredThousandValuesWithoutABound() async {
    let count = 100_000
    let hand = Hand<Int, Never>()
    let values = hand.values(buffering: .unbounded)
    var iterator = values.makeAsyncIterator()
    let sender = Task.detached {
      for value in 0..<count { hand.send(value) }
      hand.complete()
    }
    var expected = 0
    while let value = await iterator.next() {
      guard value == expected else { break }
      expected += 1
    }
    #expect(expected == count, "the first that is lost or doubled")
    #expect(values.droppedCount == 0)
    await sender.value
  }

  /// The sender waits for the loop.
  @Test func aHundredThousandValuesUnderTheSuspendingPolicy() async {
    let count = 100_000
    let values = Signal<Int, Never>(Counting(count: count)).values(buffering: .suspending(64))
    var expected = 0
    for await value in values {
      guard value == expected else { break }
      expected += 1
    }
    #expect(expected == count, "the first that is lost or doubled")
    #expect(values.droppedCount == 0)
  }

  /// Tasks that wait for a stream in every way, cancelled at any moment while it sends. All of them end, so no
  /// continuation is forgotten.
  @Test(.long) func aHundredThousandTasksCancelledAtRandomMoments() async {
    let crowd = Crowd()
    let isOver = Lock(false)
    let sender = Task.detached {
      var value = 0
      while !isOver.withLock({ $0 }) {
        crowd.send(value)
        value += 1
        if value % 8 == 0 { await Task.yield() }
      }
    }
    var random = SystemRandomNumberGenerator()
    var finished = 0
    for _ in 0..<200 {
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<500 {
          let turns = Int.random(in: 0..<4, using: &random)
          group.addTask {
            let task = Task.detached { await Self.wait(for: crowd, way: number % 6) }
            for _ in 0..<turns { await Task.yield() }
            task.cancel()
            await task.value
          }
        }
        await group.waitForAll()
      }
      finished += 500
    }
    isOver.withLock { $0 = true }
    await sender.value
    #expect(finished == 100_000)
    await crowd.waitUntilEmpty()
  }

  private static func wait(for crowd: Crowd, way: Int) async {
    switch way {
    case 0: for await _ in crowd.values(buffering: .unbounded) {}
    case 1: for await _ in crowd.values(buffering: .newest(1)) {}
    case 2: for await _ in crowd.values(buffering: .suspending(2)) { await Task.yield() }
    case 3: _ = await crowd.last
    case 4: _ = await crowd.result
    default: for await _ in Signal(crowd.values(buffering: .unbounded)).values(buffering: .suspending(1)) {}
    }
  }
}
