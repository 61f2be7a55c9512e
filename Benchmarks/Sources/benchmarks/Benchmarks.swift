import ArgumentParser
import Measuring
import Workloads

@main
struct Benchmarks: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "benchmarks",
    abstract: "Compares Rill with other libraries and with code written by hand.",
    subcommands: [
      TimeCommand.self, CountCommand.self, MemoryCommand.self, ScaleCommand.self, DerivedCommand.self,
      PipelineCommand.self, TracingCommand.self, ReportCommand.self,
      CountUnderValgrindCommand.self, DerivedUnderValgrindCommand.self, ScaleUnderValgrindCommand.self,
    ],
    defaultSubcommand: TimeCommand.self)
}

/// The selection of workloads and libraries.
struct Selection: ParsableArguments {
  @Option(help: "Only the workloads whose names contain one of these, separated by commas.")
  var only: String?

  @Option(help: "Only the libraries whose names begin with one of these, separated by commas.")
  var libraries: String?

  func workloads() throws -> [Workload] {
    let chosen = try chosenLibraries()
    let workloads = allWorkloads.filter { contains(only, $0.name, anywhere: true) }
    guard !workloads.isEmpty else {
      throw ValidationError(
        "There is no such workload. There are: \(allWorkloads.map(\.name).joined(separator: ", ")).")
    }
    return workloads.map { $0.done(by: chosen) }
  }

  private func chosenLibraries() throws -> [Library] {
    let chosen = Library.allCases.filter { contains(libraries, $0.rawValue, anywhere: false) }
    guard !chosen.isEmpty else {
      throw ValidationError(
        "There is no such library. There are: \(Library.allCases.map(\.rawValue).joined(separator: ", ")).")
    }
    return chosen
  }

  private func contains(_ list: String?, _ name: String, anywhere: Bool) -> Bool {
    guard let list else { return true }
    return list.lowercased().split(separator: ",").contains { part in
      anywhere ? name.lowercased().contains(part) : name.lowercased().hasPrefix(part)
    }
  }

  /// The same selection as arguments, for running this program again.
  var arguments: [String] {
    (only.map { ["--only", $0] } ?? []) + (libraries.map { ["--libraries", $0] } ?? [])
  }
}
