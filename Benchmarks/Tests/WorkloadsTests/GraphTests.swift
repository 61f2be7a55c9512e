import Measuring
import Testing
import Workloads

/// All engines must produce the published sums and counts.
@Suite struct GraphTests {
  /// Runs twice, because dynamic graphs count from the second run on.
  @Test(.serialized, arguments: allGraphs.map(\.name), Engine.allCases)
  func sumsAndCountsAreThePublishedOnes(name: String, engine: Engine) throws {
    let workload = try #require(allGraphs.first { $0.name == name })
    guard let build = workload.build[engine] else { return }
    for batched in [true, false] {
      let graph = try build(batched)
      for _ in 0..<2 { #expect(try graph.run(workload.rounds) > .zero) }
    }
  }
}
