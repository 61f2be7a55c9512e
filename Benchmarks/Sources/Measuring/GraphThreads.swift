/// The effect of threads that set state concurrently on each other.
package struct GraphThreads: Codable, Equatable, Sendable {
  package let engine: Engine

  /// Nanoseconds per set over all threads, with one thread and with four.
  ///
  /// `longest` is the longest time that one of the four waited for a set to return.
  package let one: Double
  package let four: Double
  package let longest: Double

  /// Nanoseconds per node on a thread with its own graph, alone and beside another thread.
  package let alone: Double
  package let beside: Double

  package init(engine: Engine, one: Double, four: Double, longest: Double, alone: Double, beside: Double) {
    self.engine = engine
    self.one = one
    self.four = four
    self.longest = longest
    self.alone = alone
    self.beside = beside
  }
}

extension Table {
  package static func threads(_ rows: [GraphThreads]) -> Table {
    var table = Table([
      "threads", "one: ns per set", "four: ns per set", "throughput of four", "longest set (ms)",
      "own graph: ns per node", "beside another", "speed beside another",
    ])
    for row in rows {
      let numbers = [
        row.one, row.four, row.one / row.four, row.longest / 1_000_000, row.alone, row.beside, row.alone / row.beside,
      ]
      table.append([row.engine.rawValue] + numbers.map { number($0) })
    }
    return table
  }
}
