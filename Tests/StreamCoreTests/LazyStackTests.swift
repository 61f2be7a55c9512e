import StreamCore
import TestSupport
import Testing

/// Long lists, on a thread with half a megabyte of stack.
struct LazyStackTests {
  private static let million = 1_000_000

  /// An object that is retained as long as its owner.
  private final class Token: Sendable {
    let living: Living
    init(_ living: Living) {
      self.living = living
      living.change(1)
    }
    deinit { living.change(-1) }
  }

  private final class Living: Sendable {
    private let count = Lock((now: 0, most: 0))
    var now: Int { count.withLock { $0.now } }
    var most: Int { count.withLock { $0.most } }
    func change(_ by: Int) {
      count.withLock {
        $0.now += by
        $0.most = max($0.most, $0.now)
      }
    }
  }

  @Test func placesBehindAnIteratorAreReleased() {
    let living = Living()
    var iterator = naturals().apply(Mapping { _ in Token(living) }).makeIterator()
    for _ in 0..<1_000 { _ = iterator.next() }
    #expect(living.most <= 3, "at most the element that was read and its neighbours are kept")
    var walked = 0
    for _ in counted(0..<1_000).apply(Mapping { _ in Token(living) }) { walked += 1 }
    #expect(walked == 1_000 && living.most <= 3)
  }

  @Test func aListThatIsHeldIsKeptAndReleasedWhole() {
    let living = Living()
    var stream: LazyStream? = LazyStream(0..<1_000).apply(Mapping { _ in Token(living) })
    #expect(stream?.foldLeft(0) { count, _ in count + 1 } == 1_000)
    #expect(living.now == 1_000)
    stream = nil
    #expect(living.now == 0)
  }

  @Test(.long) func aMillionPlacesOfAProducerAreReleased() {
    let sum = onSmallStack {
      let stream = LazyStream(0..<Self.million).apply(Mapping { $0 + 1 }).apply(Keeping { $0 % 2 == 0 })
      return stream.foldLeft(0) { $0 &+ $1 }
    }
    #expect(sum == 250_000_500_000)
  }

  @Test(.long) func aMillionPairsAreReleased() {
    let sum = onSmallStack {
      let stream = counted(0..<Self.million)
      return stream.foldLeft(0) { $0 &+ $1 }
    }
    #expect(sum == 499_999_500_000)
  }

  @Test(.long) func aMillionUnreadPairsAreReleased() {
    // Each is captured by the closure that would compute the rest of the one before it.
    let first = onSmallStack {
      var list = LazyStream<Int>.empty
      for n in 0..<Self.million {
        let rest = list
        list = LazyStream(head: { n }, tail: { rest })
      }
      return list.first
    }
    #expect(first == Self.million - 1)
  }

  @Test func operatorsUponOperatorsAreReleased() {
    let isMade = onSmallStack {
      var stream = LazyStream([1])
      for _ in 0..<100_000 { stream = stream.apply(Dropping(left: 0)) }
      return true
    }
    #expect(isMade)
  }

  @Test(.long) func aMillionElementsAreSkippedInALoop() {
    let found = onSmallStack { naturals().apply(Keeping { $0 >= Self.million }).first }
    #expect(found == Self.million)
    #expect(onSmallStack { naturals().apply(Dropping(left: Self.million)).first } == Self.million)
  }

  @Test(.long) func aMillionEmptyStreamsArePassedOverInALoop() {
    let found = onSmallStack {
      naturals().flatMap { $0 < Self.million ? LazyStream<Int>.empty : .just($0) }.first
    }
    #expect(found == Self.million)
  }

  @Test(.long) func aMillionStreamsAreConcatenated() {
    let count = onSmallStack {
      LazyStream.concat(LazyStream(0..<Self.million).apply(Mapping { LazyStream.just($0) })).foldLeft(0) { n, _ in n + 1
      }
    }
    #expect(count == Self.million)
  }

  @Test(.long) func aMillionElementsArePushed() {
    let sum = onSmallStack {
      let log = Living()
      let stream = counted(0..<Self.million)
      stream.signal.subscribe { _ in log.change(1) }
      stream.signal(on: .immediate).subscribe { _ in log.change(1) }
      return log.now
    }
    #expect(sum == 2 * Self.million)
  }

  @Test(.long) func aMillionElementsOfAStreamAreReadAndReleased() {
    let sum = onSmallStack { LazyStream(Signal(0..<Self.million)).foldLeft(0) { $0 &+ $1 } }
    #expect(sum == 499_999_500_000)
  }

  @Test(.long) func aMillionEqualElementsAreCompared() {
    #expect(onSmallStack { counted(0..<Self.million) == LazyStream(0..<Self.million) })
  }
}
