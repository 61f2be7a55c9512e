import Operators
import StreamTesting
import Testing

struct InitiallyTests {
  @Test func picture() {
    var counters: [Counter] = []
    expectPicture("a--b--|", "a--b--|") { (source: Letters) in
      let runs = Counter()
      counters.append(runs)
      return source.initially { runs.up() }
    }
    #expect(counters.allSatisfy { $0.count == 1 })
  }

  @Test func failurePasses() {
    expectPicture("a--#", "a--#") { (source: Letters) in source.initially {} }
  }

  @Test func onceForEverySubscriptionAndNeverWithoutOne() {
    let runs = Counter()
    let stream = Signal([1]).initially { runs.up() }
    #expect(runs.count == 0)
    stream.subscribe { _ in }
    stream.subscribe { _ in }
    #expect(runs.count == 2)
  }

  @Test func beforeTheSourceAndTheLowestFirst() {
    let notes = Notes<String>()
    let source = Signal<Int, Never>(attaching: { _, _ in notes.add("source") })
    source.initially { notes.add("upper") }.initially { notes.add("lower") }.subscribe { _ in }
    #expect(notes.all == ["lower", "upper", "source"])
  }

  @Test func battery() {
    Battery.check("initially") { (input: Signal<Int, TestFailure>) in input.initially {} }
  }
}
