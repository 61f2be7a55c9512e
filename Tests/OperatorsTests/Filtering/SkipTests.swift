import Operators
import Testing

struct SkipTests {
  @Test func picture() {
    expectPicture("a--b--c--d--|", "------c--d--|") { (source: Letters) in source.skip(2) }
  }

  @Test func b5_skippingMoreThanThereIsGivesAnEmptyStream() {
    expectPicture("a--b--|", "------|") { (source: Letters) in source.skip(5) }
  }

  @Test func skippingNoneGivesTheStreamItself() {
    expectPicture("a--b--|", "a--b--|") { (source: Letters) in source.skip(0) }
  }

  @Test func everySubscriberStartsAnew() {
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
}
