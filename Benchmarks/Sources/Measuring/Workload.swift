/// One task, implemented with several libraries.
package struct Workload: Sendable {
  /// Runs with a number of events, and returns the checksum.
  package typealias Implementation = @Sendable (_ events: Int) -> Int

  package let name: String

  /// The name of one event.
  package let event: String

  /// The number of events in one repetition.
  package let events: Int

  /// The goal for Rill in nanoseconds per event, on the machine of Docs/Internals/Performance.md.
  package let goal: Double?

  /// A remark for readers of the row, for example the replacement for an operator that a peer lacks.
  package let remark: String?

  /// Whether the cost depends on the timing of threads, so that no two runs have the same counts.
  package let dependsOnTiming: Bool

  package private(set) var implementations: [Library: Implementation]

  package init(
    _ name: String, event: String, events: Int, goal: Double? = nil, remark: String? = nil,
    dependsOnTiming: Bool = false, _ implementations: [Library: Implementation]
  ) {
    self.name = name
    self.event = event
    self.events = events
    self.goal = goal
    self.remark = remark
    self.dependsOnTiming = dependsOnTiming
    self.implementations = implementations
  }

  /// The implementations in the order of the table.
  package var libraries: [Library] { Library.allCases.filter { implementations[$0] != nil } }

  /// Returns this workload with only the given libraries.
  package func done(by libraries: [Library]) -> Workload {
    var workload = self
    workload.implementations = implementations.filter { libraries.contains($0.key) }
    return workload
  }
}
