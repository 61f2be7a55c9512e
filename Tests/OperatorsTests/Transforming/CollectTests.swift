import Operators
import StreamTesting
import Testing

struct CollectTests {
  @Test func picture() {
    expectPicture("1--2--3--|", "---------(a|)", output: ["a": [1, 2, 3]]) { (source: Ints) in source.collect() }
  }

  /// A departure: the original replaces `nil`, which an `NSArray` cannot hold, by `NSNull`. An array of optionals can
  /// hold it.
  @Test func nilStaysNil() {
    #expect(values(Signal<Int?, Never>([1, nil, 3]).collect()) == [[1, nil, 3]])
  }

  @Test func anEmptySourceGivesAnEmptyArray() {
    expectPicture("---|", "---(a|)", output: ["a": []]) { (source: Ints) in source.collect() }
  }

  @Test func aFailureLosesTheValues() {
    expectPicture("1--2--#", "------#") { (source: Ints) in source.collect() }
  }

  @Test func battery() {
    Battery.check("collect") { (input: Signal<Int, TestFailure>) in input.collect() }
  }
}
