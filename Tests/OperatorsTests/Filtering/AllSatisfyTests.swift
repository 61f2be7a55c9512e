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

  /// A departure: the original answers false, and the failure is lost. The other two failures that b140 loses have no place here, by their types:
  /// a `LazyStream` is made only of a stream that cannot fail, and `subscribe` with nothing but a handler for values is there only for such.
  @Test func b140_aFailureIsPassedOn() {
    expectPicture("1--#", "---#") { (source: Ints) in source.allSatisfy { $0 < 2 } }
  }

  @Test func battery() {
    Battery.check("allSatisfy", .finishesEarly) { (input: Signal<Int, TestFailure>) in input.allSatisfy { $0 < 3 } }
  }
}
