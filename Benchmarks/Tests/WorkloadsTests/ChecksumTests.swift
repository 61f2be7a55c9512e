import Measuring
import Testing
import Workloads

/// That a row compares the same work is what makes it worth reading.
@Suite struct ChecksumTests {
  @Test(arguments: allWorkloads.map(\.name))
  func allLibrariesGetTheSame(name: String) throws {
    let workload = try #require(allWorkloads.first { $0.name == name })
    try #expect(workload.check(events: 4_000) != 0)
  }

  @Test(arguments: allWorkloads.map(\.name))
  func whatIsNotComparedIsExplained(name: String) throws {
    let workload = try #require(allWorkloads.first { $0.name == name })
    #expect(workload.libraries.contains(.rill))
    #expect(workload.libraries.contains(.hand))
    if workload.libraries.count == 2 { #expect(workload.remark != nil) }
  }
}
