import Operators
import StreamTesting
import Testing

struct CompactTests {
  @Test func picture() {
    expectPicture("1--n--3--|", "1-----3--|") { (source: Letters) in source.map { Int($0) }.compact() }
  }

  @Test func onlyNilsAreRemoved() {
    let flags = Signal<Bool?, Never>([nil, false, true, nil])
    #expect(values(flags.compact()) == [false, true])
  }

  @Test func failurePasses() {
    expectPicture("1-x-#", "1---#") { (source: Letters) in source.map { Int($0) }.compact() }
  }

  @Test func pulled() {
    let stream = LazyStream([1, nil, 3]).compact()
    #expect(pull(stream) == [1, 3])
  }

  @Test func battery() {
    Battery.check("compact") { (input: Signal<Int, TestFailure>) in input.map { $0 % 2 == 0 ? nil : $0 }.compact() }
  }
}
