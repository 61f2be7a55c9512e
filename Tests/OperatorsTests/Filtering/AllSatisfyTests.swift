import Operators
import StreamTesting
import Testing

struct AllSatisfyTests {
  @Test func picture() {
    expectPicture("1--2--3--|", "---(f|)") { (source: Ints) in source.allSatisfy { $0 < 2 } }
  }

  @Test func otherwiseItIsTrue() {
    expectPicture("1--1--|", "------(t|)") { (source: Ints) in source.allSatisfy { $0 < 2 } }
    expectPicture("--|", "--(t|)") { (source: Ints) in source.allSatisfy { $0 < 2 } }
  }

  /// A departure: the original sends `false`, and the failure is lost.
  ///
  /// The two other failures that b140 loses cannot occur: a `LazyStream` exists only for a stream that cannot fail, and
  /// so does `subscribe` with only a handler for values.
  @Test func aFailureIsPassedOn() {
    expectPicture("1--#", "---#") { (source: Ints) in source.allSatisfy { $0 < 2 } }
  }

  @Test func battery() {
    Battery.check("allSatisfy", .finishesEarly) { (input: Signal<Int, TestFailure>) in input.allSatisfy { $0 < 3 } }
  }
}
