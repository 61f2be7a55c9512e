import CAllocations

/// One row of the table of counts: the cost of one unit of a workload on an existing graph.
package struct GraphCountRow: Codable, Equatable, Sendable {
  package let workload: String
  package let unit: String
  package var allocations: [Engine: Double] = [:]
  package var instructions: [Engine: Double] = [:]
  package var atomics: [Engine: Double] = [:]

  package init(workload: String, unit: String) {
    self.workload = workload
    self.unit = unit
  }
}

/// Counts the work on graphs that were built before, without batches.
package enum GraphCounting {
  /// - Parameter executed: The counts by workload and engine, from `Callgrind`.
  package static func rows(
    of workloads: [GraphWorkload], by engines: [Engine], executed: [String: Executed]
  ) throws -> [GraphCountRow] {
    try workloads.filter(\.isBuiltBefore).map { workload in
      var row = GraphCountRow(workload: workload.name, unit: workload.unit)
      for engine in engines {
        guard let graph = try workload.build[engine].map({ try $0(false) }) else { continue }
        let rounds = workload.roundsToCount
        _ = try graph.run(rounds)
        // The runtime occasionally enlarges one of its tables, so the smallest of three counts is used.
        let fewest = try (0..<3).map { _ in try allocations(of: graph, rounds: rounds) }.min()!
        row.allocations[engine] = Double(fewest) / Double(rounds) / workload.units
        let executed = executed[workload.key(engine)]
        row.instructions[engine] = executed.map { $0.instructions / Double(rounds) / workload.units }
        row.atomics[engine] = executed.map { $0.atomics / Double(rounds) / workload.units }
      }
      return row
    }
  }

  private static func allocations(of graph: BuiltGraph, rounds: Int) throws -> Int {
    var result = Result<Duration, any Error>.success(.zero)
    let allocations = Allocations.during { result = Result { try graph.run(rounds) } }
    _ = try result.get()
    return allocations.count
  }

  /// Runs all workloads under callgrind, which writes one file for each: see `Callgrind`.
  package static func runForCallgrind(_ workloads: [GraphWorkload], by engines: [Engine]) throws {
    for workload in workloads where workload.isBuiltBefore {
      for engine in engines {
        guard let graph = try workload.build[engine].map({ try $0(false) }) else { continue }
        _ = try graph.run(workload.roundsToCount)
        instructions_begin()
        _ = try graph.run(workload.roundsToCount)
        instructions_end(workload.key(engine))
      }
    }
  }
}

extension GraphWorkload {
  /// Whether the graph is built before the rounds; otherwise the counts would include the building.
  fileprivate var isBuiltBefore: Bool { suite != .cellx && suite != .creation }

  /// The number of rounds for about ten thousand units.
  fileprivate var roundsToCount: Int { max(1, min(rounds, Int(10_000 / units))) }

  fileprivate func key(_ engine: Engine) -> String { "\(name)/\(engine.rawValue)" }
}

extension Table {
  package static func counts(
    _ rows: [GraphCountRow], _ title: String, _ counts: KeyPath<GraphCountRow, [Engine: Double]>
  )
    -> Table
  {
    let engines = Engine.allCases.filter { engine in rows.contains { $0[keyPath: counts][engine] != nil } }
    var table = Table([title, "for each"] + engines.map(\.rawValue))
    for row in rows {
      table.append([row.workload, row.unit] + engines.map { number(row[keyPath: counts][$0]) })
    }
    return table
  }
}
