import Measuring
import Testing

@Suite struct ThresholdsTests {
  private func row(_ allocations: Double, _ setUp: Double, _ instructions: Double?, _ atomics: Double = 4) -> CountRow {
    CountRow(
      workload: "a", dependsOnTiming: false,
      counts: [
        .rill: Counts(
          allocations: allocations, setUpAllocations: setUp,
          instructions.map { Executed(instructions: $0, atomics: atomics) })
      ])
  }

  @Test func theSameIsAllowed() {
    let rows = [row(1, 10, 200)]
    #expect(Thresholds(rows).faults(rows).isEmpty)
    #expect(Thresholds(rows).gains(rows).isEmpty)
  }

  @Test func oneAllocationMoreIsAFault() {
    let thresholds = Thresholds([row(1, 10, 200)])
    #expect(thresholds.faults([row(2, 10, 200)]) == ["a: 2.0 allocations per event, and 1.0 are allowed."])
    #expect(thresholds.faults([row(1, 11, 200)]) == ["a: 11.0 allocations to set up, and 10.0 are allowed."])
  }

  @Test func instructionsHaveSomeSlack() {
    let thresholds = Thresholds([row(1, 10, 200)])
    #expect(thresholds.faults([row(1, 10, 219)]).isEmpty)
    #expect(thresholds.faults([row(1, 10, 221)]) == ["a: 221.0 instructions per event, and 200.0 are allowed."])
  }

  @Test func oneAtomicOperationMoreIsAFault() {
    let thresholds = Thresholds([row(1, 10, 200, 4)])
    #expect(thresholds.faults([row(1, 10, 200, 5)]) == ["a: 5.0 atomic operations per event, and 4.0 are allowed."])
    #expect(thresholds.gains([row(1, 10, 200, 3)]) == ["a"])
  }

  @Test func uncountedRowsAreNotCompared() {
    #expect(Thresholds([row(1, 10, 200)]).faults([row(1, 10, nil)]).isEmpty)
  }

  @Test func aWorkloadWithoutThresholdsIsAFault() {
    #expect(Thresholds([]).faults([row(0, 0, 0)]) == ["a has no thresholds."])
  }

  @Test func rowsThatDependOnTimingHaveNoThreshold() {
    let row = CountRow(
      workload: "b", dependsOnTiming: true, counts: [.rill: Counts(allocations: 1, setUpAllocations: 1)])
    #expect(Thresholds([row]).limits.isEmpty)
    #expect(Thresholds([]).faults([row]).isEmpty)
  }

  @Test func lessIsAGain() {
    let thresholds = Thresholds([row(1, 10, 200)])
    #expect(thresholds.gains([row(0, 10, 200)]) == ["a"])
    #expect(thresholds.gains([row(1, 10, 180)]) == ["a"])
    #expect(thresholds.gains([row(1, 10, 195)]).isEmpty)
  }

  private func graph(_ allocations: Double, _ instructions: Double?, _ atomics: Double = 2) -> GraphCountRow {
    var row = GraphCountRow(workload: "graph", unit: "node")
    row.allocations = [.rillStatic: allocations, .push: 100]
    row.instructions = instructions.map { [.rillStatic: $0, .push: 1_000] } ?? [:]
    row.atomics = instructions.map { _ in [.rillStatic: atomics, .push: 10] } ?? [:]
    return row
  }

  @Test func graphsHaveLimitsForEachOfRillsEngines() {
    let thresholds = Thresholds(derived: [graph(1, 200)])
    #expect(thresholds.derived.mapValues { Array($0.keys) } == ["graph": [.rillStatic]])
    #expect(thresholds.faults([graph(1, 219)]).isEmpty)
    #expect(
      thresholds.faults([graph(2, 221, 3)]) == [
        "graph, Rill static: 2.0 allocations per node, and 1.0 are allowed.",
        "graph, Rill static: 221.0 instructions per node, and 200.0 are allowed.",
        "graph, Rill static: 3.0 atomic operations per node, and 2.0 are allowed.",
      ])
    #expect(Thresholds(derived: []).faults([graph(1, 200)]) == ["graph, Rill static has no thresholds."])
  }

  @Test func lessOfAGraphIsAGain() {
    let thresholds = Thresholds(derived: [graph(1, 200)])
    #expect(thresholds.gains([graph(0, 200)]) == ["graph (Rill static)"])
    #expect(thresholds.gains([graph(1, 180)]) == ["graph (Rill static)"])
    #expect(thresholds.gains([graph(1, 200, 1)]) == ["graph (Rill static)"])
    #expect(thresholds.gains([graph(1, 195)]).isEmpty)
  }
}
