import Rill
import SevenGUIs
import Testing

@MainActor @Suite struct CounterTests {
  @Test func eachClickAddsOne() {
    let counter = Counter()
    var counts: [Int] = []
    counter.$count.subscribe { counts.append($0) }
    for _ in 1...3 { counter.increment.execute() }
    #expect(counts == [0, 1, 2, 3])
  }
}
