import StreamCore
import Testing

/// Heads, tails, and where the elements come from.
struct LazyStreamTests {
  // MARK: Laziness

  @Test func headAndTailRunWhenReadAndOnce() {
    let heads = LazyCount()
    let tails = LazyCount()
    let stream = counted(0..<3, heads: heads, tails: tails)
    #expect(heads.value == 0 && tails.value == 0)
    #expect(!stream.isEmpty)
    #expect(heads.value == 0 && tails.value == 0, "that it has a head is known without computing it")
    #expect(stream.first == 0 && stream.first == 0)
    #expect(heads.value == 1 && tails.value == 0)
    let rest = stream.rest
    // The original computes the tail here; Rill when the rest is read.
    #expect(tails.value == 0)
    #expect(rest.first == 1 && stream.rest.first == 1)
    #expect(heads.value == 2 && tails.value == 1)
    #expect(Array(stream) == [0, 1, 2] && Array(stream) == [0, 1, 2])
    #expect(heads.value == 3 && tails.value == 3)
  }

  @Test func theRestMayBeReadBeforeTheHead() {
    let heads = LazyCount()
    let stream = counted(0..<2, heads: heads)
    #expect(stream.rest.first == 1)
    #expect(heads.value == 1)
    #expect(stream.first == 0)
    #expect(heads.value == 2)
  }

  @Test func anIteratorComputesOneHeadAStep() {
    let heads = LazyCount()
    let tails = LazyCount()
    var iterator = counted(0..<3, heads: heads, tails: tails).makeIterator()
    #expect(heads.value == 0)
    #expect(iterator.next() == 0)
    #expect(heads.value == 1 && tails.value == 0)
    #expect(iterator.next() == 1)
    #expect(heads.value == 2 && tails.value == 1)
    #expect(iterator.next() == 2 && iterator.next() == nil && iterator.next() == nil)
    #expect(heads.value == 3 && tails.value == 3)
  }

  @Test func aHeadAloneIsOneElement() {
    #expect(Array(LazyStream(head: { 7 })) == [7])
  }

  @Test func anInfiniteListOfClosures() {
    @Sendable func powers(from n: Int) -> LazyStream<Int> {
      LazyStream(head: { n }, tail: { powers(from: 2 * n) })
    }
    #expect(Array(powers(from: 1).apply(Taking(left: 5))) == [1, 2, 4, 8, 16])
  }

  @Test func aForLoopReadsItAndTheRestOfAnEmptyOneIsEmpty() {
    var seen: [Int] = []
    for n in counted(0..<4) where n != 2 { seen.append(n) }
    #expect(seen == [0, 1, 3])
    let empty = LazyStream<Int>.empty
    #expect(empty.isEmpty && empty.first == nil && empty.rest.isEmpty && Array(empty).isEmpty)
    let one = LazyStream.just("a")
    #expect(one.first == "a" && one.rest.isEmpty && one.rest.rest.isEmpty && Array(one) == ["a"])
  }

  @Test func unfoldAsksOnceForEachElementAndNotAfterTheEnd() {
    let calls = LazyCount()
    let stream = LazyStream<Int>.unfold([3, 2, 1]) { left in
      calls.up()
      return left.popLast()
    }
    #expect(calls.value == 0)
    #expect(stream.first == 1)
    #expect(calls.value == 1)
    #expect(Array(stream) == [1, 2, 3] && Array(stream) == [1, 2, 3] && stream.rest.rest.rest.rest.isEmpty)
    #expect(calls.value == 4)
  }

  @Test func nilIsAnElementLikeAnyOther() {
    // Defect 42 of the original: mapping to nil silently drops the element.
    let stream = LazyStream([1, 2, 3]).apply(Mapping { $0 == 2 ? nil : $0 })
    #expect(Array(stream) == [1, nil, 3])
  }

  // MARK: Eager and lazy

  @Test func eagerComputesEverythingNowAndLazyIsTheStreamItself() {
    let heads = LazyCount()
    let eager = counted(0..<3, heads: heads).eager()
    #expect(heads.value == 3)
    #expect(Array(eager) == [0, 1, 2] && Array(eager.lazy) == [0, 1, 2])
    #expect(heads.value == 3)

    // Departure: in the original, derived sequences of an eager one are eager. Here an `Array` is used for that.
    let mapped = LazyCount()
    let derived = eager.apply(
      Mapping { n in
        mapped.up()
        return n + 1
      })
    #expect(mapped.value == 0)
    #expect(Array(derived) == [1, 2, 3] && mapped.value == 3)
  }

  // MARK: Where elements come from

  @Test func collectionsAreSnapshots() {
    var array = [1, 2]
    var set: Set = [1, 2]
    var dictionary = ["a": 1, "b": 2]
    var string = "ab"
    let ofArray = LazyStream(array)
    let ofSet = LazyStream(set)
    let pairs = LazyStream(dictionary)
    let keys = LazyStream(dictionary.keys)
    let values = LazyStream(dictionary.values)
    let characters = LazyStream(string)
    array.append(3)
    set.insert(3)
    dictionary["c"] = 3
    string.append("c")
    #expect(Array(ofArray) == [1, 2])
    #expect(Array(ofSet).sorted() == [1, 2])
    #expect(Array(pairs).sorted { $0.key < $1.key }.map(\.value) == [1, 2])
    #expect(Array(keys).sorted() == ["a", "b"])
    #expect(Array(values).sorted() == [1, 2])
    #expect(Array(characters) == ["a", "b"])
  }

  @Test func charactersStayTogetherHoweverTheyAreRead() {
    // Defect 42: the original iterates over UTF-16 units or composed characters, depending on the caller.
    let text = "e\u{301}👍🏽x"
    let stream = LazyStream(text)
    #expect(Array(stream) == ["e\u{301}", "👍🏽", "x"])
    #expect(stream.first == "e\u{301}" && stream.rest.first == "👍🏽" && stream.rest.rest.first == "x")
    #expect(LazyStream("").isEmpty)
  }

  @Test func rangesOptionalsAndEmptyCollections() {
    #expect(Array(LazyStream(1...4)) == [1, 2, 3, 4])
    #expect(LazyStream(1...).first(where: { $0 > 41 }) == 42)
    #expect(Array(LazyStream(optional: 5)) == [5] && LazyStream<Int>(optional: nil).isEmpty)
    #expect(LazyStream([Int]()).isEmpty && LazyStream(Set<Int>()).isEmpty && LazyStream(3..<3).isEmpty)
    #expect(Array(LazyStream([1, 2, 3][1...])) == [2, 3])
    #expect(Array(LazyStream(LazyStream([1, 2]))) == [1, 2])
  }

  @Test func anIteratorIsReadInItsOrderWhicheverElementIsReadFirst() {
    // Defect 42: in the original, reading the second place before the first swaps the elements.
    let stream = LazyStream(iterator: [1, 2, 3].makeIterator())
    #expect(stream.rest.rest.first == 3)
    #expect(stream.first == 1 && stream.rest.first == 2)
    #expect(Array(stream) == [1, 2, 3] && Array(stream) == [1, 2, 3])
  }

  @Test func anIteratorIsAskedForOneElementAtATime() {
    let asked = LazyCount()
    let stream = LazyStream(iterator: naturals(asked).makeIterator())
    #expect(asked.value == 0)
    #expect(stream.first == 0 && asked.value == 1)
    #expect(stream.rest.first == 1 && asked.value == 2)
  }

  @Test func zippedArraysOfSixteenEqualElementsAreReadToTheEnd() {
    let stream = LazyStream(Array(repeating: 1, count: 16))
    #expect(Array(stream.zip(stream)).count == 16)
    #expect(stream.zip(stream).allSatisfy { $0 == (1, 1) })
  }
}
