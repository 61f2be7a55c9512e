import Measuring
import Testing

@Suite struct TimingTests {
  @Test func librariesThatDisagreeAreNotCompared() {
    let workload = Workload("a", event: "event", events: 10, [.rill: { $0 }, .hand: { $0 + 1 }])
    #expect(throws: Disagreement.self) { try workload.check(events: 3) }
    #expect(throws: Disagreement.self) { try Timing().measure([workload]) }
  }

  @Test func everyLibraryIsMeasuredInEveryRound() throws {
    let workload = Workload("a", event: "event", events: 10, [.rill: { $0 }, .hand: { $0 }])
    var timing = Timing()
    timing.rounds = 3
    timing.shortestSample = .zero
    let rows = try timing.measure([workload])
    #expect(rows.map(\.workload) == ["a"])
    #expect(Set(rows[0].nanoseconds.keys) == [.rill, .hand])
  }
}
