import Operators
import StreamTesting
import Testing

struct IgnoreTests {
  @Test func picture() {
    expectPicture("a--b--a--c--|", "---b-----c--|") { (source: Letters) in source.ignore("a") }
  }

  @Test func equalityCountsAndNotIdentity() {
    let lists = Signal<[Int], Never>([[1], [2], Array(1...1)])
    #expect(values(lists.ignore([1])) == [[2]])
  }

  @Test func ignoringNilRemovesNilsOnly() {
    let numbers = Signal<Int?, Never>([1, nil, 0])
    #expect(values(numbers.ignore(nil)) == [1, 0])
  }

  @Test func failurePasses() {
    expectPicture("a--#", "---#") { (source: Letters) in source.ignore("a") }
  }

  @Test func pulled() {
    let stream = LazyStream(["a", "b", "a"]).ignore("a")
    #expect(pull(stream) == ["b"])
  }

  @Test func battery() {
    Battery.check("ignore") { (input: Signal<Int, TestFailure>) in input.ignore(2) }
  }
}
