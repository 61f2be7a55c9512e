import Rill
import TestSupport
import Testing

/// A part of the programs that `oracle --lists` runs.
@Suite struct RandomProgramTests {
  /// Programs of steps and batches. After each, the derived collections equal a computation from all elements.
  @Test(.long, arguments: 1...8) func everyDerivedCollectionEqualsRecomputation(seed: UInt64) {
    let difference = checkLists(seed: seed * 1_000, steps: 400)
    #expect(difference == nil)
  }

  /// The same with a replica of the list, which receives its edits through a service.
  @Test(.long, arguments: 11...12) func everyCollectionDerivedFromAReplicaEqualsRecomputation(seed: UInt64) {
    let difference = checkLists(seed: seed * 1_000, steps: 400, isRemote: true)
    #expect(difference == nil)
  }

  /// Threads change the same sources while others read. When all have ended, everything equals recomputation.
  @Test(arguments: 1...3) func threadsChangeTheSources(seed: UInt64) {
    let difference = checkListThreads(seed: seed * 1_000, steps: 600, threads: 4)
    #expect(difference == nil)
  }
}
