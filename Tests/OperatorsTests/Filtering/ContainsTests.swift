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

  /// A departure: the original sends `false`, and the failure is lost.
  ///
  /// The two other failures that b140 loses cannot occur: a `LazyStream` exists only for a stream that cannot fail, and
  /// so does `subscribe` with only a handler for values.
  @Test func aFailureIsPassedOn() {
    expectPicture("a--#", "---#") { (source: Letters) in source.contains("c") }
  }

  @Test func battery() {
    Battery.check("contains", .finishesEarly) { (input: Signal<Int, TestFailure>) in input.contains(3) }
    Battery.check("contains(where:)", .finishesEarly) { (input: Signal<Int, TestFailure>) in
      input.contains(where: { $0 > 2 })
    }
  }
}
