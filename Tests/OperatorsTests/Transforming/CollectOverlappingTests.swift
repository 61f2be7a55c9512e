import Operators
import StreamTesting
import Testing

struct CollectOverlappingTests {
  @Test func picture() {
    expectPicture("1--2--3--4--5--|", "------a-----b--|", output: ["a": [1, 2, 3], "b": [3, 4, 5]]) { (source: Ints) in
      source.collect(count: 3, every: 2)
    }
  }

  @Test func aStepOfOneGivesOneForEachValueButTheFirst() {
    #expect(values(Signal(1...4).collect(count: 2, every: 1)) == [[1, 2], [2, 3], [3, 4]])
  }

  @Test func aStepAboveTheCountLeavesValuesOut() {
    #expect(values(Signal(1...8).collect(count: 2, every: 3)) == [[1, 2], [4, 5], [7, 8]])
    #expect(values(Signal(1...6).collect(count: 2, every: 2)) == [[1, 2], [3, 4], [5, 6]])
  }

  @Test func onlyWholeArraysAreSent() {
    expectPicture("1--2--#", "------#") { (source: Ints) in source.collect(count: 3, every: 1).map { $0.count } }
    expectPicture("1--2--|", "------|") { (source: Ints) in source.collect(count: 3, every: 1).map { $0.count } }
  }

  @Test func pulled() {
    #expect(pull(LazyStream(1...5).collect(count: 3, every: 2)) == [[1, 2, 3], [3, 4, 5]])
  }

  @Test func countsBelowOneTrap() async {
    await #expect(processExitsWith: .failure) { _ = Signal([1]).collect(count: 0, every: 1) }
    await #expect(processExitsWith: .failure) { _ = Signal([1]).collect(count: 1, every: 0) }
  }

  @Test func battery() {
    Battery.check("collect(count:every:)") { (input: Signal<Int, TestFailure>) in input.collect(count: 2, every: 1) }
  }
}
