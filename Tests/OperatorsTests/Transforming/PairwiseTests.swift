import Operators
import StreamTesting
import Testing

struct PairwiseTests {
  @Test func picture() {
    expectPicture("1--2--3--|", "---a--b--|", output: ["a": [1, 2], "b": [2, 3]]) { (source: Ints) in
      source.pairwise().map { [$0.previous, $0.current] }
    }
  }

  @Test func failurePasses() {
    expectPicture("1--#", "---#") { (source: Ints) in source.pairwise().map { $0.current } }
  }

  @Test func pulled() {
    let stream = LazyStream([1, 2, 3]).pairwise().map { [$0.previous, $0.current] }
    #expect(pull(stream) == [[1, 2], [2, 3]])
  }

  @Test func battery() {
    Battery.check("pairwise") { (input: Signal<Int, TestFailure>) in input.pairwise() }
  }
}
