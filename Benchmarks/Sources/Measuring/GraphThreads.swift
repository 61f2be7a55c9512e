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

  /// The most work in one set, and in one read, with four writers and four readers of one graph.
  ///
  /// In nanoseconds of the thread's own processor time, without the scheduler's share. Missing in older results.
  package let mostPerSet: Double?
  package let mostPerRead: Double?

  package init(
    engine: Engine, one: Double, four: Double, longest: Double, alone: Double, beside: Double, mostPerSet: Double?,
    mostPerRead: Double?
  ) {
    self.engine = engine
    self.one = one
    self.four = four
    self.longest = longest
    self.alone = alone
    self.beside = beside
    self.mostPerSet = mostPerSet
    self.mostPerRead = mostPerRead
  }
}

extension Table {
  package static func threads(_ rows: [GraphThreads]) -> Table {
    var table = Table([
      "threads", "one: ns per set", "four: ns per set", "throughput of four", "longest set (ms)",
      "4 + 4: most work in a set (ms)", "in a read (ms)", "own graph: ns per node", "beside another",
      "speed beside another",
    ])
    for row in rows {
      let numbers = [
        row.one, row.four, row.one / row.four, row.longest / 1_000_000, (row.mostPerSet ?? .nan) / 1_000_000,
        (row.mostPerRead ?? .nan) / 1_000_000, row.alone, row.beside, row.alone / row.beside,
      ]
      table.append([row.engine.rawValue] + numbers.map { number($0) })
    }
    return table
  }
}
