import StreamCore
import Testing

/// `bind`, and the operators that are built on it.
struct LazyBindTests {
  /// Numbers the elements of a stream, with a counter that belongs to the run.
  private func numbered(_ source: LazyStream<Int>) -> LazyStream<Int> {
    source.bind {
      var next = 0
      return { _, _ in
        defer { next += 1 }
        return .just(next)
      }
    }
  }

  @Test func theStateOfBindBelongsToTheRun() {
    let stream = numbered(LazyStream([7, 7, 7]))
    #expect(Array(stream) == [0, 1, 2] && Array(stream) == [0, 1, 2])
    let source = LazyStream([7, 7, 7])
    #expect(numbered(source).zip(numbered(source)).allSatisfy { $0.0 == $0.1 })
    #expect(Array(stream.zip(stream)).map(\.1) == [0, 1, 2])
  }

  @Test func theFactoryRunsOnceAndOnlyWhenTheResultIsRead() {
    let made = LazyCount()
    let stream = naturals().bind {
      made.up()
      return { (n: Int, _: inout Bool) in LazyStream.just(n) }
    }
    #expect(made.value == 0)
    #expect(stream.first == 0 && stream.rest.first == 1 && Array(stream.apply(Taking(left: 3))) == [0, 1, 2])
    #expect(made.value == 1)
  }

  @Test func nilEndsImmediatelyAndStopEndsAfterTheStream() {
    let nothing: LazyStream<Int> = naturals().bind { { _, _ in nil } }
    #expect(nothing.isEmpty && Array(nothing).isEmpty)
    let stopped = naturals().bind {
      { (n: Int, stop: inout Bool) in
        stop = n == 1
        return LazyStream([n, n])
      }
    }
    #expect(Array(stopped) == [0, 0, 1, 1])
    let both: LazyStream<Int> = naturals().bind {
      { (n: Int, stop: inout Bool) in
        stop = n == 2
        return n == 2 ? nil : .just(n)
      }
    }
    #expect(Array(both) == [0, 1])
  }

  @Test func nothingIsAskedOfTheStepAfterItStopped() {
    let calls = LazyCount()
    let stream = naturals().bind {
      { (_: Int, stop: inout Bool) in
        calls.up()
        stop = true
        return LazyStream([1, 2])
      }
    }
    #expect(Array(stream) == [1, 2] && stream.rest.rest.rest.isEmpty)
    #expect(calls.value == 1)
  }

  @Test func anEmptyStreamLeavesTheElementsAroundItAlone() {
    // The original also takes nil for an empty stream; a closure of ours returns one.
    let stream: LazyStream<Int> = LazyStream([1, 2, 3]).flatMap { $0 == 2 ? .empty : .just($0) }
    #expect(Array(stream) == [1, 3])
  }

  @Test func bindDoesNotTouchTheSource() {
    let heads = LazyCount()
    let stream = counted(0..<3, heads: heads).flatMap { LazyStream([$0, $0]) }
    #expect(heads.value == 0)
    #expect(stream.first == 0 && stream.rest.first == 0)
    #expect(heads.value == 1)
    // Nor that of a stream of one element, which the original binds eagerly.
    let single = LazyCount()
    let one = LazyStream.just(1).flatMap { n in
      single.up()
      return .just(n)
    }
    #expect(single.value == 0 && one.first == 1 && single.value == 1)
  }

  @Test func concatOfAMixedList() {
    let parts: [LazyStream<Int>] = [.empty, LazyStream([1, 2]), .empty, .just(3), .empty]
    #expect(Array(LazyStream.concat(parts)) == [1, 2, 3])
    #expect(Array(LazyStream.concat(LazyStream(iterator: parts.makeIterator()))) == [1, 2, 3])
    #expect(LazyStream<Int>.concat([LazyStream<Int>]()).isEmpty)
    #expect(Array(LazyStream(parts).flatten()) == [1, 2, 3])
  }

  @Test func concatDoesNotTouchTheSecondBeforeTheFirstHasEnded() {
    let computed = LazyCount()
    let stream = LazyStream([-2, -1]).concat(naturals(computed))
    #expect(Array(stream.apply(Taking<Int>(left: 2))) == [-2, -1])
    #expect(computed.value == 0)
    #expect(Array(stream.apply(Taking<Int>(left: 4))) == [-2, -1, 0, 1])
    #expect(computed.value == 2)
  }

  // MARK: The laws of the monad

  private let f: @Sendable (Int) -> LazyStream<Int> = { LazyStream([$0, 10 * $0]) }
  private let g: @Sendable (Int) -> LazyStream<Int> = { LazyStream(0..<($0 % 4)) }

  private static let samples: [[Int]] = [[], [1], [1, 2, 3], [4, 0, 7, 5]]

  @Test(arguments: samples) func leftIdentity(_ sample: [Int]) {
    for n in sample { #expect(LazyStream.just(n).flatMap(f) == f(n)) }
  }

  @Test(arguments: samples) func rightIdentity(_ sample: [Int]) {
    let wrapped: LazyStream<Int> = LazyStream(sample).flatMap { .just($0) }
    #expect(wrapped == LazyStream(sample))
  }

  @Test(arguments: samples) func associativity(_ sample: [Int]) {
    let stream = LazyStream(sample)
    let (f, g) = (f, g)
    let nested: LazyStream<Int> = stream.flatMap { f($0).flatMap(g) }
    #expect(stream.flatMap(f).flatMap(g) == nested)
  }
}
