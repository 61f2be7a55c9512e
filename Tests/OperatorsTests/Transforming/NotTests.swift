import Operators
import StreamTesting
import Testing

struct NotTests {
  @Test func picture() {
    expectPicture("t--f--t--|", "f--t--f--|") { (source: Signal<Bool, Oops>) in source.not() }
  }

  @Test func failurePasses() {
    expectPicture("t--#", "f--#") { (source: Signal<Bool, Oops>) in source.not() }
  }

  @Test func battery() {
    Battery.check("not") { (input: Signal<Int, TestFailure>) in input.map { $0 % 2 == 0 }.not() }
  }
}
