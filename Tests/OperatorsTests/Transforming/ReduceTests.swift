import Operators
import StreamTesting
import Testing

struct ReduceTests {
  @Test func picture() {
    expectPicture("1--2--3--|", "---------(6|)") { (source: Ints) in source.reduce(0, +) }
  }

  @Test func pictureOfInto() {
    expectPicture("1--2--3--|", "---------(6|)") { (source: Ints) in source.reduce(into: 0) { $0 += $1 } }
  }

  @Test func anEmptySourceGivesTheInitialResult() {
    expectPicture("---|", "---(5|)") { (source: Ints) in source.reduce(5, +) }
  }

  @Test func aFailureLosesTheResult() {
    expectPicture("1--#", "---#") { (source: Ints) in source.reduce(0, +) }
  }

  @Test func everySubscriberStartsFromTheBeginning() {
    let lists = Signal([1, 2]).reduce(into: []) { $0.append($1) }
    #expect(values(lists) == [[1, 2]])
    #expect(values(lists) == [[1, 2]])
  }

  @Test func battery() {
    Battery.check("reduce") { (input: Signal<Int, TestFailure>) in input.reduce(0) { $0 &+ $1 } }
    Battery.check("reduce(into:)") { (input: Signal<Int, TestFailure>) in
      input.reduce(into: 0) { $0 &+= $1 }
    }
  }
}
