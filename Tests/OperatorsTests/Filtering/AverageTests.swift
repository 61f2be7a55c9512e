import Operators
import StreamTesting
import Testing

struct AverageTests {
  @Test func picture() {
    expectPicture("1--2--6--|", "---------(3|)", output: ["3": 3.0]) { (source: Ints) in source.average() }
    expectPicture("1--2--6--|", "---------(3|)", output: ["3": 3.0]) { (source: Ints) in
      source.map { Double($0) }.average()
    }
  }

  @Test func anEmptySourceHasNoAverage() {
    expectPicture("---|", "---|", output: [Character: Double]()) { (source: Ints) in source.average() }
  }

  @Test func aFailureDropsTheSum() {
    expectPicture("1--#", "---#", output: [Character: Double]()) { (source: Ints) in source.average() }
  }

  @Test func aSumBeyondTheIntegersIsNoOverflow() {
    #expect(values(Signal([Int.max, Int.max]).average()) == [Double(Int.max)])
  }

  @Test func randomListsHaveTheAverageOfANaiveVersion() {
    forRandomLists { list, _ in
      let average = list.isEmpty ? nil : Double(list.reduce(0, +)) / Double(list.count)
      #expect(values(Signal(list).average()) == [average].compactMap { $0 })
    }
  }

  @Test func battery() {
    Battery.check("average") { (input: Signal<Int, TestFailure>) in input.average() }
  }
}
