import Operators
import StreamTesting
import Testing

struct ElementAtTests {
  @Test func picture() {
    expectPicture("a--b--c--d--|", "------(c|)") { (source: Letters) in source.element(at: 2) }
  }

  @Test func aMissingOneGivesAnEmptyStream() {
    expectPicture("a--b--|", "------|") { (source: Letters) in source.element(at: 2) }
  }

  @Test func failurePasses() {
    expectPicture("a--#", "---#") { (source: Letters) in source.element(at: 2) }
  }

  @Test func aNegativeIndexTraps() async {
    await #expect(processExitsWith: .failure) { _ = Signal([1]).element(at: -1) }
  }

  @Test func battery() {
    Battery.check("element(at:)", .finishesEarly) { (input: Signal<Int, TestFailure>) in input.element(at: 1) }
  }
}
