import Measuring
import Testing
import Workloads

/// That what is written by hand gets the published sums and counts is what makes it worth comparing with.
@Suite struct GraphTests {
  static let byHand: [Engine] = [.dirtyTracked, .dirtyStatic, .push]

  /// Twice, since dynamic graphs count from the second run on.
  @Test(.serialized, arguments: allGraphs.map(\.name), byHand)
  func sumsAndCountsAreThePublishedOnes(name: String, engine: Engine) throws {
    let workload = try #require(allGraphs.first { $0.name == name })
    guard let build = workload.build[engine] else { return }
    for batched in [true, false] {
      let graph = try build(batched)
      for _ in 0..<2 { #expect(try graph.run(workload.rounds) > .zero) }
    }
  }
}
