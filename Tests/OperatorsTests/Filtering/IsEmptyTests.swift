import Operators
import StreamTesting
import Testing

struct IsEmptyTests {
  @Test func picture() {
    expectPicture("---1--2--|", "---(f|)") { (source: Ints) in source.isEmpty() }
  }

  @Test func anEmptySourceSendsTrue() {
    expectPicture("---|", "---(t|)") { (source: Ints) in source.isEmpty() }
  }

  @Test func aFailurePasses() {
    expectPicture("---#", "---#") { (source: Ints) in source.isEmpty() }
  }

  @Test func randomListsAreEmptyAsByANaiveVersion() {
    forRandomLists { list, _ in #expect(values(Signal(list).isEmpty()) == [list.count == 0]) }
  }

  @Test func battery() {
    Battery.check("isEmpty", .finishesEarly) { (input: Signal<Int, TestFailure>) in input.isEmpty() }
  }
}
