import Operators
import StreamTesting
import Testing

struct MapToTests {
  @Test func picture() {
    expectPicture("1--2--3|", "x--x--x|") { (source: Ints) in source.mapTo("x") }
  }

  @Test func failurePasses() {
    expectPicture("1--#", "x--#") { (source: Ints) in source.mapTo("x") }
  }

  @Test func pulled() {
    let stream = LazyStream([1, 2]).mapTo("x")
    #expect(pull(stream) == ["x", "x"])
  }

  @Test func battery() {
    Battery.check("mapTo") { (input: Signal<Int, TestFailure>) in input.mapTo("x") }
  }
}
