import ArgumentParser
import Measuring
import Workloads

struct DerivedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "derived",
    abstract: "State that is derived from state, beside what is written by hand, in nanoseconds.")

  @Option(help: "Only the workloads whose names or suites contain one of these, separated by commas.")
  var only: String?

  @Option(help: "Only the engines whose names contain one of these, separated by commas.")
  var engines: String?

  @Option(help: "How many samples of each.")
  var rounds = 10

  @Option(help: "How much of each sample: 0.1 is a tenth.")
  var share = 1.0

  @Option(help: "Write the results to this file.")
  var json: String?

  func run() throws {
    let workloads = allGraphs.filter { contains(only, $0.name) || contains(only, $0.suite.rawValue) }
    guard !workloads.isEmpty else {
      throw ValidationError("There is no such workload. There are: \(allGraphs.map(\.name).joined(separator: ", ")).")
    }
    let engines = Engine.allCases.filter { contains(self.engines, $0.rawValue) }
    let second = SecondThread()
    defer { second.finish() }
    var timing = GraphTiming()
    timing.rounds = rounds
    timing.share = share
    let rows = try timing.measure(workloads, by: engines, progress: Progress().show)
    print("\nEvery write in a batch:\n\n\(Table.graphs(rows, \.batched).text)")
    print("\nWithout batches:\n\n\(Table.graphs(rows, \.plain).text)")
    if let json { try write(rows, to: json) }
  }

  private func contains(_ list: String?, _ name: String) -> Bool {
    guard let list else { return true }
    return list.lowercased().split(separator: ",").contains { name.lowercased().contains($0) }
  }
}
