/// One line of the table: what a workload takes, per event.
package struct Row: Codable, Equatable, Sendable {
  package let workload: String
  package let event: String
  package let goal: Double?
  package let remark: String?
  package let nanoseconds: [Library: Statistics]

  package init(_ workload: Workload, _ nanoseconds: [Library: Statistics]) {
    self.workload = workload.name
    event = workload.event
    goal = workload.goal
    remark = workload.remark
    self.nanoseconds = nanoseconds
  }

  /// How many times as long the fastest peer takes as Rill: above 1 Rill is first.
  package var lead: Double? {
    guard let rill = nanoseconds[.rill]?.median else { return nil }
    guard let peer = Library.peers.compactMap({ nanoseconds[$0]?.median }).min() else { return nil }
    return peer / rill
  }

  /// How many times as long Rill takes as what was written by hand.
  package var overhead: Double? {
    guard let rill = nanoseconds[.rill]?.median, let hand = nanoseconds[.hand]?.median, hand > 0 else { return nil }
    return rill / hand
  }

  package var missesGoal: Bool {
    guard let goal, let rill = nanoseconds[.rill]?.median else { return false }
    return rill > goal
  }
}
