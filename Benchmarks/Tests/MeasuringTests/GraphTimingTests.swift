import Measuring
import Testing

@Suite struct GraphTimingTests {
  /// Returns a workload with given times per round, except for the first sample, which warms up, and the second.
  private func workload(isInMean: Bool = true, _ nanoseconds: [Engine: Int]) -> GraphWorkload {
    GraphWorkload(
      "graph", .kairo, rounds: 10, units: 2, unit: "node", isInMean: isInMean,
      nanoseconds.mapValues { time in
        { batched in
          var samples = 0
          return BuiltGraph { rounds in
            samples += 1
            return .nanoseconds((time + (batched ? 10 : 0) + (samples < 3 ? 1_000 : 0)) * rounds)
          }
        }
      })
  }

  @Test func theFastestSampleCounts() throws {
    var timing = GraphTiming()
    timing.rounds = 2
    let rows = try timing.measure(
      [workload([.plainTracked: 20, .rillStatic: 30, .push: 4])], by: [.plainTracked, .rillStatic]
    ) { _, _ in }
    #expect(rows.map(\.batched) == [[.plainTracked: 15, .rillStatic: 20]])
    #expect(rows.map(\.plain) == [[.plainTracked: 10, .rillStatic: 15]])
  }

  @Test func theTableComparesWithPlainObjects() throws {
    var timing = GraphTiming()
    timing.rounds = 2
    let rows = try timing.measure(
      [
        workload([.plainTracked: 20, .push: 10]), workload([.plainTracked: 20, .push: 160]),
        workload(isInMean: false, [.plainTracked: 20, .push: 20]),
      ], by: Engine.allCases
    ) { _, _ in }
    #expect(
      Table.graphs(rows, \.plain).text == """
        | nanoseconds    | for each | plain objects |       push |
        | -------------- | -------: | ------------: | ---------: |
        | graph          |     node |            10 | 5.0 (0.50) |
        | graph          |     node |            10 |   80 (8.0) |
        | graph          |     node |            10 |   10 (1.0) |
        | geometric mean |    ratio |           1.0 |        2.0 |
        """)
  }
}
