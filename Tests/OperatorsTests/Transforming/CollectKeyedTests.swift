import Operators
import StreamTesting
import Testing

struct CollectKeyedTests {
  /// A dictionary has no order.
  @Sendable private static func lines(_ values: [Int: some Sendable]) -> [String] {
    values.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
  }

  @Test func picture() {
    expectPicture("1--2--3--|", "---------(a|)", output: ["a": ["0: 2", "1: 3"]]) { (source: Ints) in
      source.collect(keyedBy: { $0 % 2 }).map(Self.lines)
    }
  }

  @Test func pictureOfArrays() {
    expectPicture("1--2--3--|", "---------(a|)", output: ["a": ["0: [2]", "1: [1, 3]"]]) { (source: Ints) in
      source.collect(groupedBy: { $0 % 2 }).map(Self.lines)
    }
  }

  @Test func aFailureDropsTheValues() {
    expectPicture("1--#", "---#", output: [Character: [Int: Int]]()) { (source: Ints) in
      source.collect(keyedBy: { $0 })
    }
  }

  @Test func randomListsAreCollectedAsByDictionaries() {
    forRandomLists { list, random in
      let modulus = 1 + random.below(4)
      let pairs = list.map { ($0 % modulus, $0) }
      let source = Signal(list)
      #expect(
        values(source.collect(keyedBy: { $0 % modulus })) == [Dictionary(pairs, uniquingKeysWith: { $1 })])
      #expect(
        values(source.collect(keyedBy: { $0 % modulus }, uniquingKeysWith: { $0 * 10 + $1 }))
          == [Dictionary(pairs, uniquingKeysWith: { $0 * 10 + $1 })])
      #expect(values(source.collect(groupedBy: { $0 % modulus })) == [Dictionary(grouping: list) { $0 % modulus }])
    }
  }

  @Test func battery() {
    Battery.check("collect(keyedBy:)") { (input: Signal<Int, TestFailure>) in
      input.collect(keyedBy: { $0 % 2 }).map(Self.lines)
    }
    Battery.check("collect(groupedBy:)") { (input: Signal<Int, TestFailure>) in
      input.collect(groupedBy: { $0 % 2 }).map(Self.lines)
    }
  }
}
