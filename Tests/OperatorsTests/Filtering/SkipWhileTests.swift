import Operators
import StreamTesting
import Testing

struct SkipWhileTests {
  @Test func pictureOfWhile() {
    expectPicture("1--2--3--1--|", "------3--1--|") { (source: Ints) in source.skip(while: { $0 < 3 }) }
  }

  @Test func pictureOfUntilFirst() {
    expectPicture("1--2--3--1--|", "------3--1--|") { (source: Ints) in source.skip(untilFirst: { $0 == 3 }) }
  }

  @Test func theTestIsNotMadeAgain() {
    let asked = Counter()
    let rest = Signal([1, 2, 3, 4]).skip(while: {
      asked.up()
      return $0 < 2
    })
    #expect(values(rest) == [2, 3, 4])
    #expect(asked.count == 2)
  }

  @Test func theEndsOfTheSourcePass() {
    expectPicture("1--#", "---#") { (source: Ints) in source.skip(while: { $0 < 3 }) }
    expectPicture("1--|", "---|") { (source: Ints) in source.skip(untilFirst: { $0 == 3 }) }
  }

  @Test func pulled() {
    let stream = LazyStream([1, 2, 3, 1]).skip(while: { $0 < 3 })
    #expect(pull(stream) == [3, 1])
  }

  @Test func pulledUntilFirst() {
    let stream = LazyStream([1, 2, 3, 1]).skip(untilFirst: { $0 == 2 })
    #expect(pull(stream) == [2, 3, 1])
  }

  @Test func battery() {
    Battery.check("skip(while:)") { (input: Signal<Int, TestFailure>) in input.skip(while: { $0 < 2 }) }
    Battery.check("skip(untilFirst:)") { (input: Signal<Int, TestFailure>) in
      input.skip(untilFirst: { $0 > 1 })
    }
  }
}
