import CAllocations

/// What a library does for one event of a workload, counted and not timed.
package struct Counts: Codable, Equatable, Sendable {
  /// Blocks asked of the allocator, per event.
  package var allocations: Double

  /// The same for what is done once: making the streams and subscribing.
  package var setUpAllocations: Double

  /// Instructions of the processor per event, where they could be counted.
  package var instructions: Double?

  /// Those among them that read and write memory in one step, whoever wants that: a gate, a lock, a count of references.
  package var atomics: Double?

  package init(allocations: Double, setUpAllocations: Double, _ executed: Executed? = nil) {
    self.allocations = allocations
    self.setUpAllocations = setUpAllocations
    instructions = executed?.instructions
    atomics = executed?.atomics
  }
}

/// One line of the table of counts.
package struct CountRow: Codable, Sendable {
  package let workload: String
  package let dependsOnTiming: Bool
  package var counts: [Library: Counts]

  package init(workload: String, dependsOnTiming: Bool, counts: [Library: Counts]) {
    self.workload = workload
    self.dependsOnTiming = dependsOnTiming
    self.counts = counts
  }
}

/// Counts with so many events and with twice as many: the difference is what the events take, the rest is what is done once.
package enum Counting {
  /// A multiple of what the workloads divide by.
  package static let events = 4_000

  package static func allocations(of workload: Workload) -> CountRow {
    let counts = workload.implementations.mapValues { work in
      // The first run makes what the run time keeps for ever.
      _ = work(events)
      let once = fewest { work(events) }
      let twice = fewest { work(2 * events) }
      return Counts(
        allocations: Double(twice - once) / Double(events), setUpAllocations: max(0, Double(2 * once - twice)))
    }
    return CountRow(workload: workload.name, dependsOnTiming: workload.dependsOnTiming, counts: counts)
  }

  /// Now and then the run time enlarges a table of its own; so the fewest of three count.
  private static func fewest(_ work: () -> Int) -> Int {
    (0..<3).map { _ in Allocations.during { _ = work() }.count }.min()!
  }

  /// Runs all under callgrind, which writes one file for each: see `Callgrind`.
  package static func runForCallgrind(_ workloads: [Workload]) {
    for workload in workloads {
      for library in workload.libraries {
        let work = workload.implementations[library]!
        _ = work(events)
        for times in 1...2 {
          instructions_begin()
          _ = work(times * events)
          instructions_end("\(workload.name)/\(library.rawValue)/\(times)")
        }
      }
    }
  }
}
