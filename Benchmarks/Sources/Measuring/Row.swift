/// One row of the table: the time of a workload per event.
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

  /// The time of the fastest peer divided by Rill's: above 1, Rill is first.
  package var lead: Double? {
    guard let rill = nanoseconds[.rill]?.median else { return nil }
    guard let peer = Library.peers.compactMap({ nanoseconds[$0]?.median }).min() else { return nil }
    return peer / rill
  }

  /// Rill's time divided by that of the code written by hand.
  package var overhead: Double? {
    guard let rill = nanoseconds[.rill]?.median, let hand = nanoseconds[.hand]?.median, hand > 0 else { return nil }
    return rill / hand
  }

  package var missesGoal: Bool {
    guard let goal, let rill = nanoseconds[.rill]?.median else { return false }
    return rill > goal
  }
}
