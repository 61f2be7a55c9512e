/// Measures what derived state takes: all engines in one run, taking turns; the fastest sample counts, since whatever else the machine does only adds.
package struct GraphTiming: Sendable {
  package var rounds = 10

  /// How much of each sample is done: 1 is all.
  package var share = 1.0

  package init() {}

  /// One round is one sample of every engine, in a batch and without, the first of them another one each time.
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

/// One line of the table of derived state: nanoseconds for each unit.
package struct GraphRow: Codable, Equatable, Sendable {
  package let workload: String
  package let suite: GraphWorkload.Suite
  package let unit: String
  package let isInMean: Bool
  /// With every write in a batch of its own, and without.
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
  /// Nanoseconds, and in brackets how many times those of dirty flags by hand; the geometric means of that below.
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
