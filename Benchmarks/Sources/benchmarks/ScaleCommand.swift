import ArgumentParser
import Measuring
import Workloads

struct ScaleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scale", abstract: "What an event takes as chains, crowds and waiting timers grow.")

  @Option(help: "Only those whose names contain this.")
  var only: String?

  @Option(help: "How many samples of each.")
  var rounds = 5

  @Option(help: "Write the results to this file.")
  var json: String?

  func run() throws {
    let second = SecondThread()
    defer { second.finish() }
    let scales = allScales.filter { only == nil || $0.name.contains(only!) }
    guard !scales.isEmpty else {
      throw ValidationError("There is no such scale. There are: \(allScales.map(\.name).joined(separator: ", ")).")
    }
    let progress = Progress()
    var rows: [ScaleRow<Library>] = []
    for (index, scale) in scales.enumerated() {
      let fraction = Double(index) / Double(scales.count)
      rows.append(scale.measure(rounds: rounds) { progress.show(fraction, $0) })
    }
    progress.show(1, "")
    for row in rows { print("\n\(row.about):\n\n\(Table.scale(row).text)") }
    if let json { try write(rows, to: json) }
  }
}
