import Operators
import StreamTesting
import Testing

struct LogTests {
  @Test func aLineForEveryStage() {
    var runs: [Notes<String>] = []
    expectPicture("a--#", "a--#") { (source: Letters) in
      let lines = Notes<String>()
      runs.append(lines)
      return source.log("search", to: { lines.add($0) }, line: 12)
    }
    let place = "search (OperatorsTests/LogTests.swift:12)"
    #expect(runs[0].all == ["subscribed", "next a", "failed oops"].map { "\(place) \($0)" })
    // The second run is disposed before the time advances, the third at the first tick.
    #expect(runs[1].all == ["subscribed", "disposed"].map { "\(place) \($0)" })
    #expect(runs[2].all == ["subscribed", "next a", "disposed"].map { "\(place) \($0)" })
  }

  @Test func withoutANameTheCallSiteStandsAlone() {
    let lines = Notes<String>()
    Signal<Int, Never>.never.log(to: { lines.add($0) }, line: 3).subscribe { _ in }.dispose()
    let place = "OperatorsTests/LogTests.swift:3"
    #expect(lines.all == ["\(place) subscribed", "\(place) disposed"])
  }

  @Test func battery() {
    Battery.check("log") { (input: Signal<Int, TestFailure>) in input.log(to: { _ in }) }
  }
}
