import ArgumentParser
import Foundation
import Measuring

struct TimeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "time", abstract: "Nanoseconds per event, all libraries in one run, taking turns.")

  @OptionGroup var selection: Selection

  @Option(help: "The number of samples of each workload.")
  var rounds = 9

  @Option(help: "Write the results to this file.")
  var json: String?

  @Option(help: "Draw the results into this file, as SVG.")
  var plot: String?

  func run() throws {
    let second = SecondThread()
    defer { second.finish() }
    var timing = Timing()
    timing.rounds = rounds
    let progress = Progress()
    let rows = try timing.measure(selection.workloads(), progress: progress.show)
    print(Table.times(rows).text)
    if let json { try write(rows, to: json) }
    if let plot { try Plot(rows).svg.write(toFile: plot, atomically: true, encoding: .utf8) }
  }
}

func write(_ value: some Encodable, to path: String) throws {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
  try (encoder.encode(value) + Data("\n".utf8)).write(to: URL(filePath: path))
}
