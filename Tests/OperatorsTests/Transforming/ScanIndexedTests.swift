import Operators
import StreamTesting
import Testing

struct ScanIndexedTests {
  @Test func picture() {
    expectPicture("1--2--3--|", "0--2--8--|") { (source: Ints) in source.scanIndexed(0) { $0 + $1 * $2 } }
  }

  @Test func theIndexStartsAtZeroForEverySubscriber() {
    let indices = Signal(["a", "b"]).scanIndexed([]) { seen, _, index in seen + [index] }
    #expect(values(indices) == [[0], [0, 1]])
    #expect(values(indices) == [[0], [0, 1]])
  }

  @Test func failurePasses() {
    expectPicture("1--#", "0--#") { (source: Ints) in source.scanIndexed(0) { $0 + $1 * $2 } }
  }

  @Test func pulled() {
    let stream = LazyStream(["a", "b"]).scanIndexed("") { $0 + $1 + String($2) }
    #expect(pull(stream) == ["a0", "a0b1"])
  }

  @Test func battery() {
    Battery.check("scanIndexed") { (input: Signal<Int, TestFailure>) in input.scanIndexed(0) { $0 &+ $1 &+ $2 } }
  }
}
