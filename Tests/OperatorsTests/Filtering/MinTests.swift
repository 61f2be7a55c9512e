import Operators
import StreamTesting
import Testing

struct MinTests {
  @Test func picture() {
    expectPicture("3--1--2--|", "---------(1|)") { (source: Ints) in source.min() }
  }

  @Test func pictureWithAPredicate() {
    expectPicture("3--1--2--|", "---------(1|)") { (source: Ints) in source.min(by: { $0 < $1 }) }
  }

  @Test func ofEqualOnesItIsTheFirst() {
    expectPicture("a--A--|", "------(a|)") { (source: Letters) in
      source.min(by: { $0.lowercased() < $1.lowercased() })
    }
  }

  @Test func anEmptySourceGivesAnEmptyStream() {
    expectPicture("--|", "--|") { (source: Ints) in source.min() }
  }

  @Test func failurePasses() {
    expectPicture("1--#", "---#") { (source: Ints) in source.min() }
  }

  @Test func aLazyStreamReturnsTheResultSynchronously() {
    let extreme: Int? = LazyStream([1, 3, 2]).min(by: { $0 < $1 })
    #expect(extreme == 1)
  }

  @Test func battery() {
    Battery.check("min") { (input: Signal<Int, TestFailure>) in input.min() }
    Battery.check("min(by:)") { (input: Signal<Int, TestFailure>) in
      input.min { $0 % 3 < $1 % 3 }
    }
  }
}
