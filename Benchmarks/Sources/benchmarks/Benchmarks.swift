import ArgumentParser
import Measuring
import Workloads

@main
struct Benchmarks: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "benchmarks",
    abstract: "Rill beside other libraries and beside what is written by hand.",
    subcommands: [TimeCommand.self],
    defaultSubcommand: TimeCommand.self)
}

/// Which workloads a command is about.
struct Selection: ParsableArguments {
  @Option(help: "Only the workloads whose names contain one of these, separated by commas.")
  var only: String?

  func workloads() throws -> [Workload] {
    guard let only else { return allWorkloads }
    let parts = only.split(separator: ",")
    let chosen = allWorkloads.filter { workload in parts.contains { workload.name.contains($0) } }
    guard !chosen.isEmpty else {
      throw ValidationError(
        "No workload is called \(only). There are: \(allWorkloads.map(\.name).joined(separator: ", ")).")
    }
    return chosen
  }
}
