import Foundation
import TestSupport
import Testing

/// Random programs of sources, derived properties, batches, observers and effects, compared with a sequential model.
///
/// Programs of one thread are compared event by event, and those of several with every order of their steps.
/// `Tests/Oracle` runs any number of them.
@Suite struct OracleTests {
  private static let seed = UInt64.random(in: 0...UInt64(UInt32.max))

  /// 20,000 steps, unless ORACLE_STEPS has another number.
  private static let steps = Int(ProcessInfo.processInfo.environment["ORACLE_STEPS"] ?? "") ?? 20_000

  @Test(.long) func randomPrograms() {
    if let finding = checkOneThread(seed: Self.seed, steps: Self.steps) { Issue.record("\(finding)") }
  }

  @Test(.long) func randomProgramsOfSeveralThreads() {
    let failure = checkManyThreads(seed: Self.seed, steps: Self.steps, threads: 2...8, deeds: 100)
    if let failure { Issue.record("\(failure)") }
  }

  /// As many as the sanitizers have time for.
  @Test func aFewProgramsOfSeveralThreads() {
    let failure = checkManyThreads(seed: Self.seed, steps: 2_000, threads: 2...8, deeds: 50, shrinks: false)
    if let failure { Issue.record("\(failure)") }
  }
}
