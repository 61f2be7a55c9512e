import Operators
import StreamTesting
import Testing

struct DefaultIfEmptyTests {
  @Test func picture() {
    expectPicture("----|", "----(x|)") { (source: Letters) in source.defaultIfEmpty("x") }
  }

  @Test func aValueMakesItUnnecessary() {
    expectPicture("a---|", "a---|") { (source: Letters) in source.defaultIfEmpty("x") }
  }

  @Test func aFailureIsNotEmptiness() {
    expectPicture("---#", "---#") { (source: Letters) in source.defaultIfEmpty("x") }
  }

  @Test func pulled() {
    let stream = LazyStream([1]).filter { $0 > 1 }.defaultIfEmpty(7)
    #expect(pull(stream) == [7])
  }

  @Test func battery() {
    Battery.check("defaultIfEmpty") { (input: Signal<Int, TestFailure>) in input.defaultIfEmpty(9) }
  }
}
