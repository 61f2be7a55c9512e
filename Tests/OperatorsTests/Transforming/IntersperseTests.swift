import Operators
import StreamTesting
import Testing

struct IntersperseTests {
  @Test func picture() {
    expectPicture("a--b--c--|", "a--(xb)--(xc)--|") { (source: Letters) in source.intersperse("x") }
  }

  @Test func oneValueNeedsNoSeparator() {
    expectPicture("a--|", "a--|") { (source: Letters) in source.intersperse("x") }
  }

  @Test func aSubscriberThatEndsAtTheSeparatorGetsNoMore() {
    expectPicture("a--b--|", "a--(x|)") { (source: Letters) in source.intersperse("x").take(2) }
  }

  @Test func failurePasses() {
    expectPicture("a--#", "a--#") { (source: Letters) in source.intersperse("x") }
  }

  @Test func battery() {
    Battery.check("intersperse") { (input: Signal<Int, TestFailure>) in input.intersperse(0) }
  }
}
