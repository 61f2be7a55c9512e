import ArgumentParser
import Measuring
import Workloads

struct MemoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "memory", abstract: "Measures the memory of live subscriptions.")

  @Option(help: "Write the results to this file.")
  var json: String?

  func run() throws {
    guard Allocations.canBeCounted else { throw ValidationError("Allocations can be counted on Linux only.") }
    let footprints = crowds.map { $0.measure() }
    print(Table.footprints(footprints).text)
    if let json { try write(footprints, to: json) }
  }
}
