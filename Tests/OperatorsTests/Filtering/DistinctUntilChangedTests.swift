import Operators
import StreamTesting
import Testing

struct DistinctUntilChangedTests {
  @Test func picture() {
    expectPicture("a--a--b--b--a--|", "a-----b-----a--|") { (source: Letters) in source.distinctUntilChanged() }
  }

  @Test func pictureWithAPredicate() {
    expectPicture("1--2--5--6--1--|", "1-----5-----1--|") { (source: Ints) in
      source.distinctUntilChanged { abs($0 - $1) < 2 }
    }
  }

  @Test func thePredicateComparesWithTheLastValueEmitted() {
    let values = values(Signal([1, 2, 3, 4]).distinctUntilChanged { $1 - $0 < 2 })
    #expect(values == [1, 3])
  }

  @Test func nilsInARowCollapseAndAnInitialNilPasses() {
    let numbers = Signal<Int?, Never>([nil, nil, 1, nil, nil])
    #expect(values(numbers.distinctUntilChanged()) == [nil, 1, nil])
    #expect(values(numbers.distinctUntilChanged(by: { $0 == $1 })) == [nil, 1, nil])
  }

  @Test func failurePasses() {
    expectPicture("a--a--#", "a-----#") { (source: Letters) in source.distinctUntilChanged() }
  }

  @Test func pulled() {
    let stream = LazyStream(["a", "a", "b", "a"]).distinctUntilChanged()
    #expect(pull(stream) == ["a", "b", "a"])
  }

  @Test func pulledByAPredicate() {
    let byPredicate = LazyStream([1, 2, 5, 6, 1]).distinctUntilChanged { abs($0 - $1) < 2 }
    #expect(pull(byPredicate) == [1, 5, 1])
  }

  @Test func battery() {
    Battery.check("distinctUntilChanged") { (input: Signal<Int, TestFailure>) in input.distinctUntilChanged() }
    Battery.check("distinctUntilChanged(by:)") { (input: Signal<Int, TestFailure>) in
      input.distinctUntilChanged { $0 / 2 == $1 / 2 }
    }
  }
}
