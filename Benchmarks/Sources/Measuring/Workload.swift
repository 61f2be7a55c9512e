/// One piece of work, done by several libraries.
package struct Workload: Sendable {
  /// Does the work with so many events, and returns the checksum.
  package typealias Implementation = @Sendable (_ events: Int) -> Int

  package let name: String

  /// What counts as one event.
  package let event: String

  /// How many events one repetition has.
  package let events: Int

  /// Nanoseconds per event that Rill is to stay under on the machine of Docs/Performance.md.
  package let goal: Double?

  /// What has to be known to read the row: mostly, what a peer does in place of what it does not have.
  package let remark: String?

  /// Whether what it takes depends on how two threads meet, so that no two runs allocate or execute the same.
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

  /// Those who do it, in the order of the table.
  package var libraries: [Library] { Library.allCases.filter { implementations[$0] != nil } }

  /// The same, without the others.
  package func done(by libraries: [Library]) -> Workload {
    var workload = self
    workload.implementations = implementations.filter { libraries.contains($0.key) }
    return workload
  }
}
