/// Measures time: all libraries in one run, taking turns, so that whatever else the machine does meets all of them.
package struct Timing: Sendable {
  package var rounds = 9

  /// Work that takes less than this is done several times in a row for one sample.
  package var shortestSample = Duration.milliseconds(4)

  package init() {}

  /// Nanoseconds per event.
  ///
  /// One round is one sample of every library of every workload, the first of them another one each time. Before the first round everything runs
  /// once unmeasured, which also shows whether all get the same checksum.
  package func measure(
    _ workloads: [Workload], progress: (_ fraction: Double, _ now: String) -> Void = { _, _ in }
  ) throws -> [Row] {
    let clock = ContinuousClock()
    var repetitions: [[Library: Int]] = []
    for (index, workload) in workloads.enumerated() {
      progress(Double(index) / Double(workloads.count) / Double(rounds + 1), "warming up \(workload.name)")
      try workload.check(events: workload.events)
      repetitions.append(
        workload.implementations.mapValues { work in
          let once = clock.measure { _ = work(workload.events) }
          return max(1, Int((shortestSample / max(once, .nanoseconds(1))).rounded(.up)))
        })
    }
    var samples = workloads.map { $0.implementations.mapValues { _ in [Double]() } }
    for round in 0..<rounds {
      for (index, workload) in workloads.enumerated() {
        let fraction = (Double(round + 1) + Double(index) / Double(workloads.count)) / Double(rounds + 1)
        progress(fraction, "round \(round + 1) of \(rounds): \(workload.name)")
        let libraries = workload.libraries
        for turn in libraries.indices {
          let library = libraries[(turn + round) % libraries.count]
          let work = workload.implementations[library]!
          let times = repetitions[index][library]!
          let took = clock.measure { for _ in 0..<times { _ = work(workload.events) } }
          samples[index][library]!.append(took.nanoseconds / Double(workload.events) / Double(times))
        }
      }
    }
    progress(1, "")
    return zip(workloads, samples).map { Row($0, $1.mapValues(Statistics.init)) }
  }
}

extension Workload {
  /// Runs every implementation and compares what they return.
  /// - Returns: the checksum.
  @discardableResult
  package func check(events: Int) throws -> Int {
    let checksums = libraries.map { (library: $0, checksum: implementations[$0]!(events)) }
    if let odd = checksums.first(where: { $0.checksum != checksums[0].checksum }) {
      throw Disagreement(workload: name, one: checksums[0], other: odd)
    }
    return checksums[0].checksum
  }
}

/// Two libraries did not do the same work.
package struct Disagreement: Error, CustomStringConvertible {
  let workload: String
  let one: (library: Library, checksum: Int)
  let other: (library: Library, checksum: Int)

  package var description: String {
    "\(workload): \(one.library.rawValue) gets \(one.checksum), \(other.library.rawValue) gets \(other.checksum)"
  }
}

extension Duration {
  package var nanoseconds: Double { self / .nanoseconds(1) }
}
