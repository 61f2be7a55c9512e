import Foundation
import Measuring
import Testing
import Workloads

/// All libraries in a row must do the same work.
@Suite struct ChecksumTests {
  @Test(arguments: allWorkloads.map(\.name))
  func allLibrariesGetTheSame(name: String) async throws {
    let workload = try #require(allWorkloads.first { $0.name == name })
    // Workloads wait for tasks, so they must not block a thread of the cooperative pool.
    let checksum = try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result { try workload.check(events: 4_000) }) }
    }
    #expect(checksum != 0)
  }

  @Test(arguments: allWorkloads.map(\.name))
  func missingComparisonsAreExplained(name: String) throws {
    let workload = try #require(allWorkloads.first { $0.name == name })
    #expect(workload.libraries.contains(.rill))
    #expect(workload.libraries.contains(.hand))
    if workload.libraries.count == 2 { #expect(workload.remark != nil) }
  }
}
