/// A graph of derived state and the work on it, for several engines.
package struct GraphWorkload: Sendable {
  /// The suite that a workload is from.
  package enum Suite: String, CaseIterable, Codable, Sendable {
    case kairo, cellx, dynamic, update, creation
  }

  package let name: String
  package let suite: Suite

  /// The number of repetitions in one sample.
  package let rounds: Int

  /// The number of units in one repetition.
  package let units: Double

  /// The name of the unit.
  package let unit: String

  /// Whether it is also measured without batches. Not so if a batch is part of the work, or if nothing is set.
  package let isDoneWithoutBatches: Bool

  /// Whether it measures engines more than the closures' own work.
  package let isInMean: Bool

  /// Builds the graph; the result does the work on it.
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
  /// Does the work `rounds` times, and returns the measured time. Throws if a sum or a count is wrong.
  package let run: (_ rounds: Int) throws -> Duration

  package init(_ run: @escaping (_ rounds: Int) throws -> Duration) { self.run = run }
}

/// A sum or a count differs from the one published for the workload.
package struct WrongResult: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
