import Measuring
import Testing

@Suite struct TableTests {
  @Test func columnsStandUnderEachOther() {
    var table = Table(["workload", "ns"])
    table.append(["zip", "1,125"])
    #expect(
      table.text == """
        | workload |    ns |
        | -------- | ----: |
        | zip      | 1,125 |
        """)
  }

  @Test func numbersHaveThreeDigits() {
    #expect(number(0.2345) == "0.23")
    #expect(number(0.996) == "1.0")
    #expect(number(4.66) == "4.7")
    #expect(number(26.6) == "27")
    #expect(number(1_125.2) == "1,125")
    #expect(number(0.001) == "0")
    #expect(number(nil) == "-")
    #expect(number(.nan) == "-")
  }

  @Test func aRowNamesTheFastest() throws {
    let workload = Workload("a", event: "event", events: 1, goal: 5, [:])
    let row = Row(
      workload,
      [
        .rill: Statistics([4]), .openCombine: Statistics([40]), .asyncAlgorithms: Statistics([12]),
        .hand: Statistics([2]),
      ])
    #expect(row.lead == 3)
    #expect(row.overhead == 2)
    #expect(!row.missesGoal)
    let alone = Row(workload, [.rill: Statistics([6])])
    #expect(alone.lead == nil)
    #expect(alone.missesGoal)
  }

  @Test func debugBuildsAreComparedWithReleaseBuilds() {
    func row(_ instructions: Double, dependsOnTiming: Bool = false) -> CountRow {
      var counts = Counts(allocations: 0, setUpAllocations: 0)
      counts.instructions = instructions
      return CountRow(workload: "zip", dependsOnTiming: dependsOnTiming, counts: [.rill: counts])
    }
    #expect(Table.debugBuilds([row(30)], release: [row(10)]).rows == [["zip", "30", "-", "-", "-", "3.0"]])
    #expect(Table.debugBuilds([row(30)], release: []).rows == [["zip", "30", "-", "-", "-", "-"]])
    #expect(Table.debugBuilds([row(30, dependsOnTiming: true)], release: []).rows.isEmpty)
  }

  @Test func limitsStandBesideOthers() {
    let ours = CountRow(
      workload: "a", dependsOnTiming: false,
      counts: [.rill: Counts(allocations: 1, setUpAllocations: 2, Executed(instructions: 30, atomics: 4))])
    var rows = [ours]
    rows[0].counts[.openCombine] = Counts(allocations: 0, setUpAllocations: 0, Executed(instructions: 50, atomics: 0))
    #expect(Table.limits(Thresholds([ours]), beside: rows).rows == [["a", "1.0 (2.0)", "4.0", "30", "50", "-"]])
  }

  @Test func aScaleIsOneRowOfFourSizes() {
    let row = ScaleRow<Library>(
      name: "a", about: "ns per item", sizes: [1, 10, 100, 10_000], nanoseconds: [.rill: [1, 2, 3, nil]])
    #expect(Table.growing([row]).rows == [["a", "1.0", "3.0", "-", "-"]])
  }
}
