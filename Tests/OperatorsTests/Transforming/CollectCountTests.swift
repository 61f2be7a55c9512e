import Operators
import StreamTesting
import Testing

struct CollectCountTests {
  @Test func picture() {
    expectPicture("1--2--3--4--5--|", "---a-----b-----(c|)", output: ["a": [1, 2], "b": [3, 4], "c": [5]]) {
      (source: Ints) in source.collect(count: 2)
    }
  }

  @Test func nothingIsLeftWhenTheCountFits() {
    expectPicture("1--2--|", "---a--|", output: ["a": [1, 2]]) { (source: Ints) in source.collect(count: 2) }
    expectPicture("---|", "---|") { (source: Ints) in source.collect(count: 2) }
  }

  @Test func aFailureLosesAnUnfinishedArray() {
    expectPicture("1--2--3--#", "---a-----#", output: ["a": [1, 2]]) { (source: Ints) in source.collect(count: 2) }
  }

  @Test func aCountBelowOneTraps() async {
    await #expect(processExitsWith: .failure) { _ = Signal([1]).collect(count: 0) }
  }

  @Test func pulled() {
    let stream = LazyStream(1...5).collect(count: 2)
    #expect(pull(stream) == [[1, 2], [3, 4], [5]])
  }

  @Test func battery() {
    Battery.check("collect(count:)") { (input: Signal<Int, TestFailure>) in input.collect(count: 2) }
  }
}
