import Operators
import StreamTesting
import Testing

struct DistinctUntilChangedComparingTests {
  @Test func picture() {
    expectPicture("A--a--b--B--a--|", "A-----b-----a--|") { (source: Letters) in
      source.distinctUntilChanged(comparing: { $0.lowercased() })
    }
  }

  @Test func aKeyPathWillDo() {
    #expect(values(Signal(["a", "b", "cc"]).distinctUntilChanged(comparing: \.count)) == ["a", "cc"])
  }

  @Test func nilsInARowCollapseAndAnInitialNilPasses() {
    let numbers = Signal<Int?, Never>([nil, nil, 1, nil, nil])
    #expect(values(numbers.distinctUntilChanged(comparing: { $0 })) == [nil, 1, nil])
  }

  @Test func failurePasses() {
    expectPicture("a--A--#", "a-----#") { (source: Letters) in
      source.distinctUntilChanged(comparing: { $0.lowercased() })
    }
  }

  @Test func pulled() {
    let stream = LazyStream(["A", "a", "b"]).distinctUntilChanged(comparing: { $0.lowercased() })
    #expect(pull(stream) == ["A", "b"])
  }

  @Test func battery() {
    Battery.check("distinctUntilChanged(comparing:)") { (input: Signal<Int, TestFailure>) in
      input.distinctUntilChanged(comparing: { $0 })
    }
  }
}
