/// The limits of Rill's costs per event. A change that costs more fails the check; one that costs less should lower the
/// limit.
package struct Thresholds: Codable, Equatable, Sendable {
  package struct Limit: Codable, Equatable, Sendable {
    package let allocations: Double
    package let setUpAllocations: Double
    package let instructions: Double?
    package let atomics: Double?
  }

  /// The limits of a graph of derived state per unit.
  package struct GraphLimit: Codable, Equatable, Sendable {
    package let allocations: Double
    package let instructions: Double?
    package let atomics: Double?
  }

  package var limits: [String: Limit] = [:]
  package var derived: [String: [Engine: GraphLimit]] = [:]

  /// The permitted ratio of instructions: compilers and C libraries differ slightly.
  package static let slack = 1.1

  /// Makes limits from the counts of a run. Workloads that depend on the timing of threads have none.
  package init(_ rows: [CountRow]) {
    for row in rows where !row.dependsOnTiming {
      guard let counts = row.counts[.rill] else { continue }
      limits[row.workload] = Limit(
        allocations: rounded(counts.allocations), setUpAllocations: rounded(counts.setUpAllocations),
        instructions: counts.instructions.map(rounded), atomics: counts.atomics.map(rounded))
    }
  }

  /// Makes limits from the counts of Rill's engines.
  package init(derived rows: [GraphCountRow]) {
    for row in rows {
      for engine in Engine.rill {
        guard let allocations = row.allocations[engine] else { continue }
        derived[row.workload, default: [:]][engine] = GraphLimit(
          allocations: rounded(allocations), instructions: row.instructions[engine].map(rounded),
          atomics: row.atomics[engine].map(rounded))
      }
    }
  }

  /// Returns a sentence for each exceeded limit.
  ///
  /// A workload without a limit, and a limit without its workload, are faults, too.
  package func faults(_ rows: [CountRow]) -> [String] {
    var faults: [String] = []
    for row in rows where !row.dependsOnTiming {
      guard let counts = row.counts[.rill] else { continue }
      guard let limit = limits[row.workload] else {
        faults.append("\(row.workload) has no thresholds.")
        continue
      }
      faults += [
        fault(row.workload, "allocations per event", counts.allocations, limit.allocations),
        fault(row.workload, "allocations to set up", counts.setUpAllocations, limit.setUpAllocations),
        fault(row.workload, "instructions per event", counts.instructions, limit.instructions, slack: Self.slack),
        fault(row.workload, "atomic operations per event", counts.atomics, limit.atomics),
      ].compactMap(\.self)
    }
    return faults
  }

  package func faults(_ rows: [GraphCountRow]) -> [String] {
    var faults: [String] = []
    for row in rows {
      for engine in Engine.rill {
        guard let allocations = row.allocations[engine] else { continue }
        let name = "\(row.workload), \(engine.rawValue)"
        guard let limit = derived[row.workload]?[engine] else {
          faults.append("\(name) has no thresholds.")
          continue
        }
        faults += [
          fault(name, "allocations per \(row.unit)", allocations, limit.allocations),
          fault(
            name, "instructions per \(row.unit)", row.instructions[engine], limit.instructions, slack: Self.slack),
          fault(name, "atomic operations per \(row.unit)", row.atomics[engine], limit.atomics),
        ].compactMap(\.self)
      }
    }
    return faults
  }

  private func fault(
    _ name: String, _ what: String, _ count: Double?, _ limit: Double?, slack: Double = 1
  ) -> String? {
    guard let count, let limit, rounded(count) > limit * slack else { return nil }
    return "\(name): \(rounded(count)) \(what), and \(limit) are allowed."
  }

  /// Returns the workloads clearly below their limits, which may now be lowered.
  package func gains(_ rows: [CountRow]) -> [String] {
    rows.compactMap { row in
      guard let counts = row.counts[.rill], let limit = limits[row.workload] else { return nil }
      let isBetter =
        rounded(counts.allocations) < limit.allocations || rounded(counts.setUpAllocations) < limit.setUpAllocations
        || counts.instructions ?? .infinity < (limit.instructions ?? 0) / Self.slack
        || counts.atomics.map(rounded) ?? .infinity < limit.atomics ?? 0
      return isBetter ? row.workload : nil
    }
  }

  package func gains(_ rows: [GraphCountRow]) -> [String] {
    rows.flatMap { row in
      Engine.rill.compactMap { engine in
        guard let limit = derived[row.workload]?[engine], let allocations = row.allocations[engine] else { return nil }
        let isBetter =
          rounded(allocations) < limit.allocations
          || row.instructions[engine] ?? .infinity < (limit.instructions ?? 0) / Self.slack
          || row.atomics[engine].map(rounded) ?? .infinity < limit.atomics ?? 0
        return isBetter ? "\(row.workload) (\(engine.rawValue))" : nil
      }
    }
  }
}

private func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }
