import Operators
import StreamTesting
import Testing

struct FilterTests {
  @Test func picture() {
    expectPicture("1--2--3--4--|", "------3--4--|") { (source: Ints) in source.filter { $0 > 2 } }
  }

  @Test func failurePasses() {
    expectPicture("1--#", "---#") { (source: Ints) in source.filter { $0 > 2 } }
  }

  @Test func pulled() {
    let stream = LazyStream(1...4).filter { $0 > 2 }
    #expect(pull(stream) == [3, 4])
  }

  @Test func battery() {
    Battery.check("filter") { (input: Signal<Int, TestFailure>) in input.filter { $0 % 2 == 1 } }
  }
}
