/// Measures the time of derived state, with all engines taking turns in one run.
///
/// The fastest sample counts, because other load on the machine can only add time.
package struct GraphTiming: Sendable {
  package var rounds = 10

  /// The part of each sample that is run: 1 is all of it.
  package var share = 1.0

  package init() {}

  /// Measures all workloads. One round is one sample of every engine, in a batch and without.
  ///
  /// The first engine differs from round to round.
  package func measure(
    _ workloads: [GraphWorkload], by engines: [Engine], progress: (_ fraction: Double, _ now: String) -> Void
  ) throws -> [GraphRow] {
    try workloads.enumerated().map { index, workload in
      progress(Double(index) / Double(workloads.count), workload.name)
      return try measure(workload, by: engines)
    }
  }

  private func measure(_ workload: GraphWorkload, by engines: [Engine]) throws -> GraphRow {
    let times = max(1, Int(Double(workload.rounds) * share))
    var row = GraphRow(workload)
    var graphs: [(engine: Engine, batched: Bool, graph: BuiltGraph)] = []
    for engine in engines {
      guard let build = workload.build[engine] else { continue }
      for batched in workload.isDoneWithoutBatches ? [true, false] : [true] {
        let graph = try build(batched)
        _ = try graph.run(times)
        graphs.append((engine, batched, graph))
      }
    }
    for round in 0..<rounds {
      for turn in graphs.indices {
        let (engine, batched, graph) = graphs[(turn + round) % graphs.count]
        let sample = try graph.run(times).nanoseconds / Double(times) / workload.units
        if batched {
          row.batched[engine] = min(sample, row.batched[engine] ?? .infinity)
        } else {
          row.plain[engine] = min(sample, row.plain[engine] ?? .infinity)
        }
      }
    }
    return row
  }
}

/// One row of the table of derived state: nanoseconds per unit.
package struct GraphRow: Codable, Equatable, Sendable {
  package let workload: String
  package let suite: GraphWorkload.Suite
  package let unit: String
  package let isInMean: Bool
  /// With a separate batch for each write, and without batches.
  package var batched: [Engine: Double] = [:]
  package var plain: [Engine: Double] = [:]

  init(_ workload: GraphWorkload) {
    self.workload = workload.name
    suite = workload.suite
    unit = workload.unit
    isInMean = workload.isInMean
  }
}

extension Table {
  /// Nanoseconds, in brackets as a multiple of the baseline, with the geometric means of these multiples below.
  package static func graphs(_ rows: [GraphRow], _ nanoseconds: KeyPath<GraphRow, [Engine: Double]>) -> Table {
    let rows = rows.filter { !$0[keyPath: nanoseconds].isEmpty }
    let engines = Engine.allCases.filter { engine in rows.contains { $0[keyPath: nanoseconds][engine] != nil } }
    func ratio(_ row: GraphRow, _ engine: Engine) -> Double? {
      let times = row[keyPath: nanoseconds]
      guard let time = times[engine], let baseline = times[.baseline] else { return nil }
      return time / baseline
    }
    var table = Table(["nanoseconds", "for each"] + engines.map(\.rawValue))
    for row in rows {
      let cells = engines.map { engine in
        guard let time = row[keyPath: nanoseconds][engine] else { return "-" }
        return engine == .baseline ? number(time) : "\(number(time)) (\(number(ratio(row, engine))))"
      }
      table.append([row.workload, row.unit] + cells)
    }
    let means = engines.map { engine in
      number(Statistics.geometricMean(rows.filter(\.isInMean).compactMap { ratio($0, engine) }))
    }
    table.append(["geometric mean", "ratio"] + means)
    return table
  }
}
