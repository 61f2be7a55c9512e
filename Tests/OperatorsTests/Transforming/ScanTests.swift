import Operators
import StreamTesting
import Testing

struct ScanTests {
  @Test func picture() {
    expectPicture("1--2--3--|", "1--3--6--|") { (source: Ints) in source.scan(0, +) }
  }

  @Test func pictureOfInto() {
    expectPicture("1--2--3--|", "1--3--6--|") { (source: Ints) in source.scan(into: 0) { $0 += $1 } }
  }

  @Test func theSeedIsNotEmitted() {
    expectPicture("---|", "---|") { (source: Ints) in source.scan(5, +) }
  }

  @Test func theResultBelongsToTheSubscription() {
    let sums = Signal([1, 2, 3]).scan(0, +)
    #expect(values(sums) == [1, 3, 6])
    #expect(values(sums) == [1, 3, 6])
    #expect(values(sums.zip(sums)).map { $0 == $1 } == [true, true, true])
  }

  @Test func failurePasses() {
    expectPicture("1--#", "1--#") { (source: Ints) in source.scan(0, +) }
  }

  @Test func pulled() {
    let stream = LazyStream([1, 2, 3]).scan(0, +)
    #expect(pull(stream) == [1, 3, 6])
  }

  @Test func pulledTheStateBelongsToTheResult() {
    let stream = LazyStream([1, 2, 3]).scan(into: 0) { $0 += $1 }
    #expect(pull(stream.zip(stream)).map { $0 == $1 } == [true, true, true])
  }

  @Test func battery() {
    Battery.check("scan") { (input: Signal<Int, TestFailure>) in input.scan(0, +) }
    Battery.check("scan(into:)") { (input: Signal<Int, TestFailure>) in
      input.scan(into: 0) { $0 &+= $1 }
    }
  }
}
