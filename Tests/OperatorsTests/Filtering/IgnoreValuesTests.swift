import Operators
import StreamTesting
import Testing

struct IgnoreValuesTests {
  @Test func picture() {
    expectPicture("a--b--c--|", "---------|") { (source: Letters) in source.ignoreValues() }
  }

  @Test func onlyTheEndPasses() {
    expectPicture("a--#", "---#") { (source: Letters) in source.ignoreValues() }
  }

  @Test func battery() {
    Battery.check("ignoreValues", .emitsNothing) { (input: Signal<Int, TestFailure>) in input.ignoreValues() }
  }
}
