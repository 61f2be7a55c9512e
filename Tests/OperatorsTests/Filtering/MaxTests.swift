import Operators
import StreamTesting
import Testing

struct MaxTests {
  @Test func picture() {
    expectPicture("1--3--2--|", "---------(3|)") { (source: Ints) in source.max() }
  }

  @Test func pictureWithAPredicate() {
    expectPicture("1--3--2--|", "---------(3|)") { (source: Ints) in source.max(by: { $0 < $1 }) }
  }

  @Test func ofEqualOnesItIsTheFirst() {
    expectPicture("a--A--|", "------(a|)") { (source: Letters) in
      source.max(by: { $0.lowercased() < $1.lowercased() })
    }
  }

  @Test func anEmptySourceGivesAnEmptyStream() {
    expectPicture("--|", "--|") { (source: Ints) in source.max() }
  }

  @Test func failurePasses() {
    expectPicture("1--#", "---#") { (source: Ints) in source.max() }
  }

  @Test func aLazyStreamReturnsTheResultSynchronously() {
    let extreme: Int? = LazyStream([1, 3, 2]).max(by: { $0 < $1 })
    #expect(extreme == 3)
  }

  @Test func battery() {
    Battery.check("max") { (input: Signal<Int, TestFailure>) in input.max() }
    Battery.check("max(by:)") { (input: Signal<Int, TestFailure>) in
      input.max { $0 % 3 < $1 % 3 }
    }
  }
}
