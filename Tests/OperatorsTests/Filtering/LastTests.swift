import Operators
import StreamTesting
import Testing

struct LastTests {
  @Test func picture() {
    expectPicture("a--b--c--|", "---------(c|)") { (source: Letters) in source.last() }
  }

  @Test func pictureOfWhere() {
    expectPicture("1--2--3--4--|", "------------(2|)") { (source: Ints) in source.last(where: { $0 < 3 }) }
  }

  @Test func theEndsOfTheSourcePass() {
    expectPicture("--|", "--|") { (source: Letters) in source.last() }
    expectPicture("a-#", "--#") { (source: Letters) in source.last() }
    expectPicture("4--|", "---|") { (source: Ints) in source.last(where: { $0 < 3 }) }
  }

  @Test func battery() {
    Battery.check("last") { (input: Signal<Int, TestFailure>) in input.last() }
    Battery.check("last(where:)") { (input: Signal<Int, TestFailure>) in
      input.last(where: { $0 % 3 == 0 })
    }
  }
}
