import Operators
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
}
