import Operators
import StreamTesting
import Testing

struct PartitionTests {
  @Test func picture() {
    expectPicture("1-2-3-4-|", "--2---4-|") { (source: Ints) in source.partition { $0 % 2 == 0 }.matching }
    expectPicture("1-2-3-4-|", "1---3---|") { (source: Ints) in source.partition { $0 % 2 == 0 }.rest }
  }

  @Test func aFailurePassesOnBothSides() {
    expectPicture("1-2-#", "--2-#") { (source: Ints) in source.partition { $0 % 2 == 0 }.matching }
    expectPicture("1-2-#", "1---#") { (source: Ints) in source.partition { $0 % 2 == 0 }.rest }
  }

  @Test func eachSideIsARunOfTheSource() {
    let runs = Counter()
    let halves = Signal<Int, Never>.deferred {
      runs.up()
      return Signal([1, 2, 3])
    }.partition { $0 > 1 }
    #expect(values(halves.matching) == [2, 3])
    #expect(values(halves.rest) == [1])
    #expect(runs.count == 2)
  }

  @Test func battery() {
    Battery.check("partition, matching") { (input: Signal<Int, TestFailure>) in input.partition { $0 % 2 == 0 }.matching
    }
    Battery.check("partition, rest") { (input: Signal<Int, TestFailure>) in input.partition { $0 % 2 == 0 }.rest }
  }
}
