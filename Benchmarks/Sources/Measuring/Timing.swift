/// Measures the time of all libraries in one run. They take turns, so that other load affects all of them.
package struct Timing: Sendable {
  package var rounds = 9

  /// Shorter work is repeated within one sample.
  package var shortestSample = Duration.milliseconds(4)

  package init() {}

  /// Returns nanoseconds per event.
  ///
  /// One round is one sample of every library for every workload; the first library differs from round to round. Before
  /// the first round every implementation runs once without measurement, and all checksums are compared.
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
  /// Runs every implementation and compares the checksums.
  /// - Returns: The checksum.
  @discardableResult
  package func check(events: Int) throws -> Int {
    let checksums = libraries.map { (library: $0, checksum: implementations[$0]!(events)) }
    if let odd = checksums.first(where: { $0.checksum != checksums[0].checksum }) {
      throw Disagreement(workload: name, one: checksums[0], other: odd)
    }
    return checksums[0].checksum
  }
}

/// Two libraries have different checksums.
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
