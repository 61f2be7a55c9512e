import Operators
import StreamTesting
import Testing

struct CombinePreviousTests {
  @Test func picture() {
    expectPicture("1--3--8--|", "a--b--c--|", output: ["a": 0, "b": -2, "c": -5]) { (source: Ints) in
      source.combinePrevious(1, -)
    }
  }

  @Test func theSeedComesFirstAndResultsAreNotFedBack() {
    let pairs = Signal<Int?, Never>([1, 2, 3]).combinePrevious(nil) { [$0, $1] }
    #expect(values(pairs) == [[nil, 1], [1, 2], [2, 3]])
  }

  @Test func failurePasses() {
    expectPicture("1--#", "0--#") { (source: Ints) in source.combinePrevious(1, -) }
  }

  @Test func pulled() {
    let stream = LazyStream([1, 3, 8]).combinePrevious(1, -)
    #expect(pull(stream) == [0, -2, -5])
  }

  @Test func battery() {
    Battery.check("combinePrevious") { (input: Signal<Int, TestFailure>) in input.combinePrevious(0) { $0 &+ $1 } }
  }
}
