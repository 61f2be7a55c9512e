import Operators
import StreamTesting
import Testing

struct CountTests {
  @Test func picture() {
    expectPicture("a--b--c--|", "---------(3|)") { (source: Letters) in source.count() }
  }

  @Test func anEmptySourceHasNone() {
    expectPicture("---|", "---(0|)") { (source: Letters) in source.count() }
  }

  @Test func failurePasses() {
    expectPicture("a--#", "---#") { (source: Letters) in source.count() }
  }

  @Test func battery() {
    Battery.check("count") { (input: Signal<Int, TestFailure>) in input.count() }
  }
}
