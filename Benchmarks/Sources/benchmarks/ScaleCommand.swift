import ArgumentParser
import Measuring
import Workloads

struct ScaleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scale", abstract: "Measures the cost of an event as chains, crowds and pending timers grow.")

  @OptionGroup var selection: ScaleSelection

  @Option(help: "The number of samples of each workload.")
  var rounds = 5

  @Option(help: "Only sizes up to this one.")
  var upTo = Int.max

  @Flag(help: "Count instructions at sizes of 1,000 and 10,000, and fail if the larger size needs more for each item.")
  var check = false

  @Option(help: "Write the results to this file.")
  var json: String?

  func run() throws {
    if check { return try checkGrowth() }
    let second = SecondThread()
    defer { second.finish() }
    let scales = try selection.scales()
    let progress = Progress()
    var rows: [ScaleRow<Library>] = []
    for (index, scale) in scales.enumerated() {
      let fraction = Double(index) / Double(scales.count)
      rows.append(scale.measure(rounds: rounds, upTo: upTo) { progress.show(fraction, $0) })
    }
    progress.show(1, "")
    for row in rows { print("\n\(row.about):\n\n\(Table.scale(row).text)") }
    if let json { try write(rows, to: json) }
  }
}

extension ScaleCommand {
  private func checkGrowth() throws {
    let counted = try Callgrind.run(arguments: ["scale-under-valgrind"] + selection.arguments)
    let growths = Growth.read(counted, of: try selection.scales())
    print(Table.growth(growths).text)
    let faults = growths.compactMap(\.fault)
    print("\n\(growths.count - faults.count) passed, \(faults.count) failed")
    guard faults.isEmpty else { throw ValidationError(faults.joined(separator: "\n")) }
  }
}

struct ScaleSelection: ParsableArguments {
  @Option(help: "Only the scales whose names contain one of these, separated by commas.")
  var only: String?

  func scales() throws -> [Scale<Library>] {
    let parts = only?.split(separator: ",")
    let scales = allScales.filter { scale in parts?.contains { scale.name.contains($0) } ?? true }
    guard !scales.isEmpty else {
      throw ValidationError("There is no such scale. There are: \(allScales.map(\.name).joined(separator: ", ")).")
    }
    return scales
  }

  /// The same selection as arguments, for running this program again.
  var arguments: [String] { only.map { ["--only", $0] } ?? [] }
}

/// The part of `scale --check` that runs under valgrind.
struct ScaleUnderValgrindCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "scale-under-valgrind", shouldDisplay: false)

  @OptionGroup var selection: ScaleSelection

  func run() throws {
    try underValgrind(insteadOf: "scale --check") {
      Growth.runForCallgrind(try selection.scales())
    }
  }
}
