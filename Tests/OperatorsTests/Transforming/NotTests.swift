import Operators
import Testing

struct NotTests {
  @Test func picture() {
    expectPicture("t--f--t--|", "f--t--f--|") { (source: Signal<Bool, Oops>) in source.not() }
  }

  @Test func failurePasses() {
    expectPicture("t--#", "f--#") { (source: Signal<Bool, Oops>) in source.not() }
  }
}
