import Operators
import StreamTesting
import Testing

struct ContainsTests {
  @Test func picture() {
    expectPicture("a--b--c--|", "---(t|)") { (source: Letters) in source.contains("b") }
  }

  @Test func pictureOfWhere() {
    expectPicture("1--2--3--|", "---(t|)") { (source: Ints) in source.contains(where: { $0 > 1 }) }
  }

  @Test func withoutOneItIsFalse() {
    expectPicture("a--b--|", "------(f|)") { (source: Letters) in source.contains("c") }
    expectPicture("--|", "--(f|)") { (source: Letters) in source.contains("c") }
  }

  /// A departure: the original answers false, and the failure is lost. The other two failures that b140 loses have no place here, by their types:
  /// a `LazyStream` is made only of a stream that cannot fail, and `subscribe` with nothing but a handler for values is there only for such.
  @Test func b140_aFailureIsPassedOn() {
    expectPicture("a--#", "---#") { (source: Letters) in source.contains("c") }
  }

  @Test func battery() {
    Battery.check("contains", .finishesEarly) { (input: Signal<Int, TestFailure>) in input.contains(3) }
    Battery.check("contains(where:)", .finishesEarly) { (input: Signal<Int, TestFailure>) in
      input.contains(where: { $0 > 2 })
    }
  }
}
