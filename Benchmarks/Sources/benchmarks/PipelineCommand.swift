import ArgumentParser
import Foundation
import Measuring

/// Measures the program `pipeline`. Each run is a separate process, because the peak of the memory belongs to a process.
struct PipelineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pipeline",
    abstract: "Time and peak memory of reading lines, grouping, averaging and an asynchronous step.",
    discussion: "The program `pipeline` runs the pipelines. Build all products first: swift build -c release.")

  private enum Implementation: String, CaseIterable {
    case rill, groups, hand
  }

  @Option(help: "The number of lines of the file.")
  var lines = 1_000_000

  @Option(help: "The number of runs of each pipeline. The table has the medians.")
  var rounds = 5

  @Option(help: "Read this file instead of a generated one.")
  var file: String?

  func run() throws {
    let file = URL(
      filePath: file ?? NSTemporaryDirectory() + "benchmarks-\(ProcessInfo.processInfo.processIdentifier).txt")
    if self.file == nil { try write(to: file) }
    defer { if self.file == nil { try? FileManager.default.removeItem(at: file) } }
    var runs: [Implementation: [[Double]]] = [:]
    for _ in 0..<rounds {
      for implementation in Implementation.allCases {
        runs[implementation, default: []].append(try measure(implementation, file))
      }
    }
    let sums = Set(runs.values.joined().map { $0[3] })
    guard sums.count == 1 else { throw ValidationError("The sums differ: \(sums.sorted()).") }
    for implementation in Implementation.allCases {
      let median = (0..<3).map { column in Statistics(runs[implementation]!.map { $0[column] }).median }
      let seconds = median.prefix(2).map { $0.formatted(.number.precision(.fractionLength(3))) }
      let megabytes = median[2].formatted(.number.precision(.fractionLength(1)))
      print("\(implementation.rawValue): \(seconds[0]) s, \(seconds[1]) s of processor, \(megabytes) MB")
    }
  }

  /// Writes lines such as `station 417;23`.
  private func write(to file: URL) throws {
    try Data().write(to: file)
    let handle = try FileHandle(forWritingTo: file)
    defer { try? handle.close() }
    let stations: UInt64 = 1_000
    var random: UInt64 = 1
    for start in stride(from: 0, to: lines, by: 1_000) {
      var text = ""
      for _ in start..<min(start + 1_000, lines) {
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        text += "station \((random >> 33) % stations);\((random >> 50) % 10_000)\n"
      }
      try handle.write(contentsOf: Data(text.utf8))
    }
  }

  /// Returns the seconds, those of the processor, the megabytes and the sum.
  private func measure(_ implementation: Implementation, _ file: URL) throws -> [Double] {
    let process = Process()
    let output = Pipe()
    process.executableURL = Bundle.main.executableURL?.deletingLastPathComponent().appending(path: "pipeline")
    process.arguments = [implementation.rawValue, file.path]
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let columns = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    guard process.terminationStatus == 0, columns.count == 4 else {
      throw ValidationError("A run ended with the status \(process.terminationStatus).")
    }
    return columns
  }
}
