import Foundation
import StreamCore
import Testing

/// Equality, hashes and archives.
struct LazyComparingTests {
  private static var oneTwo: [LazyStream<Int>] {
    [
      LazyStream([1, 2]), LazyStream(1...2), LazyStream(iterator: [1, 2].makeIterator()), counted(1..<3),
      LazyStream.just(1).concat(.just(2)), counted(0..<3).rest, LazyStream([0, 1, 2]).rest,
      LazyStream(head: { 1 }, tail: { LazyStream([2]) }), LazyStream(Signal([1, 2])),
    ]
  }

  @Test func streamsWithEqualElementsAreEqualWhereverTheseComeFrom() {
    for one in Self.oneTwo {
      for other in Self.oneTwo {
        #expect(one == other)
        #expect(one.hashValue == other.hashValue)
      }
      for other in [LazyStream([1]), LazyStream([1, 2, 3]), LazyStream([1, 3]), counted(2..<4), .empty] {
        #expect(one != other && other != one)
      }
    }
    #expect(Set(Self.oneTwo).count == 1)
  }

  @Test func emptyAndSingleStreamsCompareBothWays() {
    // Asymmetric in the original.
    let empties: [LazyStream<Int>] = [.empty, LazyStream([]), LazyStream(0..<0), LazyStream<Int>.empty.concat(.empty)]
    for one in empties { for other in empties { #expect(one == other && one.hashValue == other.hashValue) } }
    #expect(LazyStream.just(1) == counted(1..<2) && counted(1..<2) == LazyStream.just(1))
    #expect(LazyStream.just(1) != .empty && LazyStream.empty != LazyStream.just(1))
  }

  @Test func aCopyIsTheSameStream() {
    let infinite = naturals()
    let copy = infinite
    #expect(infinite == copy)
    let shared = LazyStream.just(1)
    #expect(Set([shared, shared]).count == 1)
  }

  @Test func comparingReadsUpToTheFirstDifference() {
    let one = LazyCount()
    let other = LazyCount()
    #expect(naturals(one) != naturals(other).apply(Mapping { $0 == 2 ? -1 : $0 }))
    #expect(one.value == 3 && other.value == 3)
    let hashed = LazyCount()
    _ = naturals(hashed).hashValue
    #expect(hashed.value == 1)
  }

  @Test func archivesRoundTrip() throws {
    for stream in Self.oneTwo + [.empty, .just(4)] {
      let archive = try JSONEncoder().encode(stream)
      #expect(try JSONDecoder().decode(LazyStream<Int>.self, from: archive) == stream)
      #expect(try JSONDecoder().decode([Int].self, from: archive) == Array(stream))
    }
  }
}
