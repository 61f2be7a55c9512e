import CAllocations

/// The counted cost of one event of a workload.
package struct Counts: Codable, Equatable, Sendable {
  /// Allocated blocks per event.
  package var allocations: Double

  /// Allocated blocks of the set-up: making the streams and subscribing.
  package var setUpAllocations: Double

  /// Instructions per event, if they could be counted.
  package var instructions: Double?

  /// The atomic instructions among them, from any source: gates, locks, reference counts.
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

/// Separates the cost of events from that of the set-up.
///
/// It counts with `events` events and with twice as many: the difference is the cost of the events.
package enum Counting {
  /// A multiple of the divisors used by the workloads.
  package static let events = 4_000

  package static func allocations(of workload: Workload) -> CountRow {
    let counts = workload.implementations.mapValues { work in
      // The first run creates objects that the runtime retains forever.
      _ = work(events)
      let once = fewest { work(events) }
      let twice = fewest { work(2 * events) }
      return Counts(
        allocations: Double(twice - once) / Double(events), setUpAllocations: max(0, Double(2 * once - twice)))
    }
    return CountRow(workload: workload.name, dependsOnTiming: workload.dependsOnTiming, counts: counts)
  }

  /// The runtime occasionally enlarges one of its tables, so the smallest of three counts is used.
  private static func fewest(_ work: () -> Int) -> Int {
    (0..<3).map { _ in Allocations.during { _ = work() }.count }.min()!
  }

  /// Runs all workloads under callgrind, which writes one file for each: see `Callgrind`.
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
