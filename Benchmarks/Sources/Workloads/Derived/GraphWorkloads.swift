import Measuring

/// Every workload of derived state, in the order of the table.
package let allGraphs: [GraphWorkload] =
  [
    GraphWorkload("avoidable", .kairo, AvoidablePropagation(), rounds: 20, units: 1_001 * 6),
    GraphWorkload("broad", .kairo, BroadPropagation(), rounds: 20, units: 51 * 150),
    GraphWorkload("deep", .kairo, DeepPropagation(), rounds: 50, units: 51 * 51),
    GraphWorkload("diamond", .kairo, Diamond(), rounds: 50, units: 501 * 7),
    GraphWorkload("triangle", .kairo, Triangle(), rounds: 100, units: 101 * 11),
    GraphWorkload("mux", .kairo, Mux(), rounds: 50, units: 20 * 103),
    GraphWorkload("repeated", .kairo, RepeatedObservers(), rounds: 200, units: 101 * 2),
    GraphWorkload("unstable", .kairo, Unstable(), rounds: 200, units: 101 * 4),
    GraphWorkload("switching", .kairo, Switching(), rounds: 100, units: 101 * 24),
    GraphWorkload(
      "mol", .kairo, Mol(), rounds: 200, units: 2 * 8, isDoneWithoutBatches: false, isInMean: false),
  ]
  + [10, 100, 1_000, 2_500].map { layers in
    GraphWorkload(
      "cellx \(layers)", .cellx, Cellx(layers: layers), rounds: max(2, 10_000 / layers), units: Double(layers * 8),
      isDoneWithoutBatches: false)
  } + dynamicGraphs + updates + creations

private let dynamicGraphs: [GraphWorkload] = [
  dynamic(
    "simple component",
    DynamicGraph(
      width: 10, layers: 5, staticFraction: 1, inputs: 2, readFraction: 0.2, iterations: 600_000, sum: 19_199_968,
      count: 3_480_000)),
  dynamic(
    "dynamic component",
    DynamicGraph(
      width: 10, layers: 10, staticFraction: 0.75, inputs: 6, readFraction: 0.2, iterations: 15_000,
      sum: 302_310_782_860, count: 1_155_000)),
  dynamic(
    "large web app",
    DynamicGraph(
      width: 1_000, layers: 12, staticFraction: 0.95, inputs: 4, readFraction: 1, iterations: 7_000,
      sum: 29_355_933_696_000, count: 1_463_000)),
  dynamic(
    "wide dense",
    DynamicGraph(
      width: 1_000, layers: 5, staticFraction: 1, inputs: 25, readFraction: 1, iterations: 3_000,
      sum: 1_171_484_375_000, count: 732_000)),
  dynamic(
    "deep 5 × 500",
    DynamicGraph(
      width: 5, layers: 500, staticFraction: 1, inputs: 3, readFraction: 1, iterations: 500,
      sum: 3.0239642676898464e241, count: 1_246_500)),
  dynamic(
    "very dynamic",
    DynamicGraph(
      width: 100, layers: 15, staticFraction: 0.5, inputs: 6, readFraction: 1, iterations: 2_000,
      sum: 15_664_996_402_790_400, count: 1_078_000)),
]

/// The push engine also computes nodes without readers, so graphs that are read in part leave it out.
private func dynamic(_ name: String, _ graph: DynamicGraph) -> GraphWorkload {
  GraphWorkload(
    name, .dynamic, graph, rounds: graph.iterations, units: Double(graph.count) / Double(graph.iterations),
    without: graph.readFraction < 1 ? [.push] : [])
}

private let updates: [GraphWorkload] = [(1, 1), (2, 1), (4, 1), (1_000, 1), (1, 2), (1, 4), (1, 8), (1, 1_000)].map {
  sources, effects in
  GraphWorkload(
    "update \(sources) to \(effects)", .update, Updates(sources: sources, effects: effects),
    rounds: 100_000 / max(sources, effects), units: Double(effects), unit: "run")
}

private let creations: [GraphWorkload] =
  [
    GraphWorkload(
      "create sources", .creation, CreationOfSources(), rounds: 100_000, units: 1, isDoneWithoutBatches: false,
      isInMean: false),
    GraphWorkload(
      "create and release a map", .creation, CreationOfMaps(), rounds: 100_000, units: 1, isDoneWithoutBatches: false,
      isInMean: false),
  ]
  + [0, 1, 2, 4, 1_000].map { sources in
    creation("create \(sources) to 1", Creation(sources: sources), rounds: 100_000 / max(1, sources))
  }
  + [2, 4, 8, 1_000].map { observers in
    creation("create 1 to \(observers)", Creation(sources: 1, observersEach: observers), rounds: 100_000)
  }

private func creation(_ name: String, _ shape: Creation, rounds: Int) -> GraphWorkload {
  GraphWorkload(
    name, .creation, shape, rounds: rounds, units: 1, unit: "observer", isDoneWithoutBatches: false, isInMean: false)
}
