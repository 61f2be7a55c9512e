import Operators
import StreamTesting
import Testing

struct CompactMapTests {
  @Test func picture() {
    expectPicture("1--x--3--|", "1-----3--|") { (source: Letters) in source.compactMap { Int($0) } }
  }

  @Test func failurePasses() {
    expectPicture("x--#", "---#") { (source: Letters) in source.compactMap { Int($0) } }
  }

  @Test func pulled() {
    let stream = LazyStream(["1", "x", "3"]).compactMap { Int($0) }
    #expect(pull(stream) == [1, 3])
  }

  @Test func battery() {
    Battery.check("compactMap") { (input: Signal<Int, TestFailure>) in input.compactMap { $0 % 2 == 0 ? nil : $0 } }
  }
}
