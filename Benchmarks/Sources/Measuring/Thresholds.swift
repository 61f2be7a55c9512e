/// What Rill may take for one event. A change that takes more does not land unnoticed; one that takes less should lower the mark.
package struct Thresholds: Codable, Equatable, Sendable {
  package struct Limit: Codable, Equatable, Sendable {
    package let allocations: Double
    package let setUpAllocations: Double
    package let instructions: Double?
  }

  package var limits: [String: Limit]

  /// How much more instructions there may be: another compiler or C library orders them a little differently.
  package static let slack = 1.1

  /// The counts of a run, as limits. What depends on how threads meet has none.
  package init(_ rows: [CountRow]) {
    limits = [:]
    for row in rows where !row.dependsOnTiming {
      guard let counts = row.counts[.rill] else { continue }
      limits[row.workload] = Limit(
        allocations: rounded(counts.allocations), setUpAllocations: rounded(counts.setUpAllocations),
        instructions: counts.instructions.map(rounded))
    }
  }

  /// What is above its limit, a sentence each. A workload without a limit, and a limit without its workload, are faults as well.
  package func faults(_ rows: [CountRow]) -> [String] {
    var faults: [String] = []
    for row in rows where !row.dependsOnTiming {
      guard let counts = row.counts[.rill] else { continue }
      guard let limit = limits[row.workload] else {
        faults.append("\(row.workload) has no thresholds.")
        continue
      }
      func compare(_ what: String, _ count: Double?, _ limit: Double?, slack: Double = 1) {
        guard let count, let limit, rounded(count) > limit * slack else { return }
        faults.append("\(row.workload): \(rounded(count)) \(what), and \(limit) are allowed.")
      }
      compare("allocations per event", counts.allocations, limit.allocations)
      compare("allocations to set up", counts.setUpAllocations, limit.setUpAllocations)
      compare("instructions per event", counts.instructions, limit.instructions, slack: Self.slack)
    }
    return faults
  }

  /// What has become clearly less than its limit, which may now be lowered.
  package func gains(_ rows: [CountRow]) -> [String] {
    rows.compactMap { row in
      guard let counts = row.counts[.rill], let limit = limits[row.workload] else { return nil }
      let isBetter =
        rounded(counts.allocations) < limit.allocations || rounded(counts.setUpAllocations) < limit.setUpAllocations
        || counts.instructions ?? .infinity < (limit.instructions ?? 0) / Self.slack
      return isBetter ? row.workload : nil
    }
  }
}

private func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }
