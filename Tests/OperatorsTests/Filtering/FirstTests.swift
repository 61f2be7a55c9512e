import Operators
import StreamTesting
import Testing

struct FirstTests {
  @Test func picture() {
    expectPicture("--a--b--|", "--(a|)") { (source: Letters) in source.first() }
  }

  @Test func pictureOfWhere() {
    expectPicture("1--2--3--4--|", "------(3|)") { (source: Ints) in source.first(where: { $0 > 2 }) }
  }

  @Test func theEndsOfTheSourcePass() {
    expectPicture("--|", "--|") { (source: Letters) in source.first() }
    expectPicture("--#", "--#") { (source: Letters) in source.first() }
    expectPicture("1--|", "---|") { (source: Ints) in source.first(where: { $0 > 2 }) }
    expectPicture("1--#", "---#") { (source: Ints) in source.first(where: { $0 > 2 }) }
  }

  @Test func battery() {
    Battery.check("first", .finishesEarly) { (input: Signal<Int, TestFailure>) in input.first() }
    Battery.check("first(where:)", .finishesEarly) { (input: Signal<Int, TestFailure>) in
      input.first(where: { $0 > 1 })
    }
  }
}
