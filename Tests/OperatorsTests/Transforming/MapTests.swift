import Operators
import Testing

struct MapTests {
  @Test func picture() {
    expectPicture("1--2--3|", "A--B--C|", output: ["A": 10, "B": 20, "C": 30]) { (source: Signal<Int, Oops>) in
      source.map { $0 * 10 }
    }
  }

  @Test func failurePasses() {
    expectPicture("1--#", "1--#") { (source: Signal<Int, Oops>) in source.map { $0 } }
  }

  struct Person: Sendable {
    var name: String
  }

  @Test func aKeyPathIsAFunctionToo() {
    let people = Signal([Person(name: "Ada"), Person(name: "Grace")])
    #expect(values(people.map(\.name).map(\.count)) == [3, 5])
  }

  @Test func pulled() {
    let stream = LazyStream([1, 2, 3]).map { $0 * 10 }
    #expect(pull(stream) == [10, 20, 30])
  }

  @Test func pulledElementsAreComputedOnceAndWhenRead() {
    let runs = Counter()
    let stream = LazyStream([1, 2, 3]).map { number in
      runs.up()
      return number * 10
    }
    #expect(runs.count == 0)
    #expect(stream.first == 10)
    #expect(runs.count == 1)
    #expect(pull(stream) == [10, 20, 30])
    #expect(pull(stream) == [10, 20, 30])
    #expect(runs.count == 3)
  }
}
