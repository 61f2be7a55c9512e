import Foundation
import Operators
import StreamCore
import StreamTesting
import TestSupport
import Testing
import Wire

/// A server and its clients under random schedules, in virtual time, compared with a sequential list.
///
/// Schedules lose, delay, reorder and duplicate messages, cut connections, and restart both sides.
/// `RILL_SCHEDULES=100000 swift test --filter RandomResuming` plays that many.
@Suite struct RandomResumingTests {
  private static let count = ProcessInfo.processInfo.environment["RILL_SCHEDULES"].flatMap(UInt64.init) ?? 300

  @Test(.long) func everyScheduleEndsWithOneListInWhichEachMessageIsOnce() {
    var met: Set<Meeting> = []
    for seed in 0..<Self.count {
      let world = World(seed)
      world.play()
      if let fault = world.fault {
        Issue.record("schedule \(seed): \(fault)")
        return
      }
      met.formUnion(world.met)
    }
    #expect(met == Set(Meeting.allCases))
  }

  /// The schedules detect known faults.
  ///
  /// Each flaw makes the server forget its keys, omit changes after a reconnection, or acknowledge a message too early.
  @Test(arguments: Flaw.allCases) func aFlawIsFound(_ flaw: Flaw) {
    let isFound = (0..<300 as Range<UInt64>).contains { seed in
      let world = World(seed, flaw)
      world.play()
      return world.fault != nil
    }
    #expect(isFound, "no schedule finds that it \(flaw)")
  }
}
