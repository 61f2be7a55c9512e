import Operators
import StreamTesting
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

  /// The compiler must type-check this: with badly placed overloads it reports that it takes too long.
  @Test func longChainsTypeCheck() {
    let pushed = Signal([1, 2, 3])
      .map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }
      .map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }
    #expect(values(pushed) == [11, 12, 13])
    let numbers = Signal([1, 2, 3])
    let mixed =
      numbers
      .map { $0 + 1 }.filter { $0 > 2 }.map { $0 * 2 }.filter { $0 > 2 }.map { $0 - 1 }.filter { $0 > 2 }
      .map { "\($0)" }.startWith("a").take(5).enumerated().map { $0.offset }.pairwise().map { $0.previous + $0.current }
      .distinctUntilChanged().skip(1).defaultIfEmpty(4).unique().take(while: { $0 < 100 }).mapTo("x").append("y")
    #expect(values(mixed) == ["x", "y"])
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

  @Test func battery() {
    Battery.check("map") { (input: Signal<Int, TestFailure>) in input.map { $0 + 1 } }
  }
}
