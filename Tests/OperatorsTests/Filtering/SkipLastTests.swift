import Operators
import StreamTesting
import Testing

struct SkipLastTests {
  @Test func picture() {
    expectPicture("a--b--c--d--|", "------a--b--|") { (source: Letters) in source.skip(last: 2) }
  }

  @Test func skippingMoreThanThereIsGivesAnEmptyStream() {
    expectPicture("a--b--|", "------|") { (source: Letters) in source.skip(last: 2) }
  }

  @Test func skippingNoneGivesTheStreamItself() {
    expectPicture("a--b--|", "a--b--|") { (source: Letters) in source.skip(last: 0) }
  }

  @Test func failurePasses() {
    expectPicture("a--b--#", "---a--#") { (source: Letters) in source.skip(last: 1) }
  }

  @Test func aNegativeCountTraps() async {
    await #expect(processExitsWith: .failure) { _ = Signal([1]).skip(last: -1) }
  }

  @Test func pulled() {
    let stream = LazyStream(1...4).skip(last: 2)
    #expect(pull(stream) == [1, 2])
  }

  @Test func battery() {
    Battery.check("skip(last:)") { (input: Signal<Int, TestFailure>) in input.skip(last: 1) }
  }
}
