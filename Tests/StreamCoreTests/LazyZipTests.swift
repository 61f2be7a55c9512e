import StreamCore
import Testing

/// Pairing streams by pull.
struct LazyZipTests {
  @Test func zipEndsWithTheShortestAndWorksAgainstAnInfiniteOne() {
    #expect(Array(LazyStream(["a", "b"]).zip(naturals())).map(\.1) == [0, 1])
    #expect(Array(naturals().zip(LazyStream(["a", "b"]))).map(\.0) == [0, 1])
    #expect(Array(zip(LazyStream([1, 2]), LazyStream(["a"]))).map(\.1) == ["a"])
    #expect(LazyStream<Int>.empty.zip(naturals()).isEmpty)
  }

  @Test func oneStreamMayOccurSeveralTimesAndIsComputedOnce() {
    // The original evaluates it once per occurrence; elements are kept, so once is enough.
    let computed = LazyCount()
    let source = naturals(computed)
    #expect(Array(LazyStream.zip([source, source, source]).apply(Taking(left: 2))) == [[0, 0, 0], [1, 1, 1]])
    #expect(computed.value == 2)
  }

  @Test func zipTakesASequenceThatCanBeReadOnceAndAnEmptyOne() {
    let sources = [LazyStream([1, 2]), LazyStream([3, 4, 5])]
    #expect(Array(LazyStream.zip(IteratorSequence(sources.makeIterator()))) == [[1, 3], [2, 4]])
    #expect(LazyStream.zip([LazyStream<Int>]()).isEmpty)
    #expect(LazyStream.zip(IteratorSequence([LazyStream<Int>]().makeIterator())).isEmpty)
  }

  @Test func zipOfOneStreamGivesArraysOfOneElement() {
    #expect(Array(LazyStream.zip([LazyStream([1, 2])])) == [[1], [2]])
  }

  @Test func zipIsLazy() {
    let one = LazyCount()
    let other = LazyCount()
    let zipped = naturals(one).zip(naturals(other))
    #expect(one.value == 0 && other.value == 0)
    #expect(zipped.first! == (0, 0))
    #expect(one.value == 1 && other.value == 1)
  }
}
