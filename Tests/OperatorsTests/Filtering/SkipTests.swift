import Operators
import StreamTesting
import Testing

struct SkipTests {
  @Test func picture() {
    expectPicture("a--b--c--d--|", "------c--d--|") { (source: Letters) in source.skip(2) }
  }

  @Test func skippingMoreThanThereIsGivesAnEmptyStream() {
    expectPicture("a--b--|", "------|") { (source: Letters) in source.skip(5) }
  }

  @Test func skippingNoneGivesTheStreamItself() {
    expectPicture("a--b--|", "a--b--|") { (source: Letters) in source.skip(0) }
  }

  @Test func everySubscriberStartsFromTheBeginning() {
    let rest = Signal([1, 2, 3]).skip(1)
    #expect(values(rest) == [2, 3])
    #expect(values(rest) == [2, 3])
  }

  @Test func failurePasses() {
    expectPicture("a--#", "---#") { (source: Letters) in source.skip(2) }
  }

  @Test func aNegativeCountTraps() async {
    await #expect(processExitsWith: .failure) { _ = Signal([1]).skip(-1) }
  }

  @Test func pulled() {
    let stream = LazyStream(1...4).skip(2)
    #expect(pull(stream) == [3, 4])
  }

  @Test func pulledSkippingMoreThanThereIsGivesAnEmptyStream() {
    let stream = LazyStream([1, 2]).skip(5)
    #expect(pull(stream) == [])
  }

  @Test func battery() {
    Battery.check("skip") { (input: Signal<Int, TestFailure>) in input.skip(1) }
  }
}
