import Operators
import StreamTesting
import Testing

struct SumTests {
  @Test func picture() {
    expectPicture("1--2--3--|", "---------(6|)") { (source: Ints) in source.sum() }
  }

  @Test func theSumOfAnEmptySourceIsZero() {
    expectPicture("---|", "---(0|)") { (source: Ints) in source.sum() }
  }

  @Test func aFailureDropsTheSum() {
    expectPicture("1--#", "---#") { (source: Ints) in source.sum() }
  }

  @Test func randomListsHaveTheSumOfANaiveVersion() {
    forRandomLists { list, _ in
      #expect(values(Signal(list).sum()) == [list.reduce(0, +)])
    }
  }

  @Test func anOverflowTraps() async {
    await #expect(processExitsWith: .failure) { Signal([Int.max, 1]).sum().subscribe { _ in } }
  }

  @Test func battery() {
    Battery.check("sum") { (input: Signal<Int, TestFailure>) in input.sum() }
  }
}
