/// A graph of derived state, and what is done to it, by several engines.
package struct GraphWorkload: Sendable {
  /// The suite that a workload is from.
  package enum Suite: String, CaseIterable, Codable, Sendable {
    case kairo, cellx, dynamic, update, creation
  }

  package let name: String
  package let suite: Suite

  /// How often it is done for one sample.
  package let rounds: Int

  /// What is divided by: how many of what it counts are in one round.
  package let units: Double

  /// What it counts.
  package let unit: String

  /// Whether it is measured without batches as well. Where a batch is part of what is done, or nothing is set, it is not.
  package let isDoneWithoutBatches: Bool

  /// Whether it says more of engines than of what their closures do.
  package let isInMean: Bool

  /// Builds the graph; what comes back does the work on it.
  package let build: [Engine: @Sendable (_ batched: Bool) throws -> BuiltGraph]

  package init(
    _ name: String, _ suite: Suite, rounds: Int, units: Double, unit: String, isDoneWithoutBatches: Bool = true,
    isInMean: Bool = true, _ build: [Engine: @Sendable (_ batched: Bool) throws -> BuiltGraph]
  ) {
    self.name = name
    self.suite = suite
    self.rounds = rounds
    self.units = units
    self.unit = unit
    self.isDoneWithoutBatches = isDoneWithoutBatches
    self.isInMean = isInMean
    self.build = build
  }
}

/// A graph that was built and warmed up.
package struct BuiltGraph {
  /// Does the work so many times, and returns how long that took which is measured. Throws where a sum or a count is not as it should be.
  package let run: (_ rounds: Int) throws -> Duration

  package init(_ run: @escaping (_ rounds: Int) throws -> Duration) { self.run = run }
}

/// A sum or a count is not the one that was published for the workload.
package struct WrongResult: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
