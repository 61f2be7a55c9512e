import Operators
import StreamTesting
import Testing

struct NamedTests {
  @Test func everythingPasses() {
    expectPicture("1-2-|", "1-2-|") { (source: Ints) in source.named("search") }
  }

  @Test func battery() {
    Battery.check("named") { (input: Signal<Int, TestFailure>) in input.named("numbers") }
  }
}
