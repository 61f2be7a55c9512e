import ArgumentParser
import Foundation
import Measuring
import Workloads

/// Measures ``ServerPipeline``. Each run is a separate process, because the peak of the memory belongs to a process.
struct PipelineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pipeline",
    abstract: "Time and peak memory of reading lines, grouping, averaging and an asynchronous step.")

  enum Implementation: String, CaseIterable, ExpressibleByArgument {
    case rill, groups, hand
  }

  @Option(help: "How many lines the file has.")
  var lines = 1_000_000

  @Option(help: "How many runs of each; the table has the medians.")
  var rounds = 5

  @Option(help: "Run only this one, once, in this process.")
  var by: Implementation?

  @Option(help: "Read this file instead of writing one.")
  var file: String?

  func run() throws {
    let file = URL(
      filePath: file ?? NSTemporaryDirectory() + "benchmarks-\(ProcessInfo.processInfo.processIdentifier).txt")
    if self.file == nil { try ServerPipeline.write(lines: lines, to: file) }
    defer { if self.file == nil { try? FileManager.default.removeItem(at: file) } }
    if let by { return try measure(by, file) }
    var runs: [Implementation: [[Double]]] = [:]
    for _ in 0..<rounds {
      for implementation in Implementation.allCases {
        runs[implementation, default: []].append(try runAgain(implementation, file))
      }
    }
    let sums = Set(runs.values.joined().map { $0[3] })
    guard sums.count == 1 else { throw ValidationError("The sums differ: \(sums.sorted()).") }
    for implementation in Implementation.allCases {
      let median = (0..<3).map { column in Statistics(runs[implementation]!.map { $0[column] }).median }
      let seconds = median.prefix(2).map { $0.formatted(.number.precision(.fractionLength(2))) }
      print("\(implementation.rawValue): \(seconds[0]) s, \(seconds[1]) s of processor, \(Int(median[2])) MB")
    }
  }

  /// Prints the seconds, those of the processor, the megabytes and the sum.
  private func measure(_ implementation: Implementation, _ file: URL) throws {
    var sum = 0
    let seconds = ContinuousClock().measure {
      switch implementation {
      case .rill: sum = ServerPipeline.rill(file)
      case .groups: sum = ServerPipeline.groups(file)
      case .hand: sum = ServerPipeline.hand(file)
      }
    }
    print(seconds / .seconds(1), processorSeconds(), try peakMegabytes(), sum)
  }

  private func runAgain(_ implementation: Implementation, _ file: URL) throws -> [Double] {
    let process = Process()
    let output = Pipe()
    process.executableURL = Bundle.main.executableURL
    process.arguments = ["pipeline", "--by", implementation.rawValue, "--file", file.path]
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let columns = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    guard process.terminationStatus == 0, columns.count == 4 else {
      throw ValidationError("A run ended with \(process.terminationStatus).")
    }
    return columns
  }
}

/// The processor time of this process, which does not depend on the load of the machine.
private func processorSeconds() -> Double { Double(clock()) / Double(CLOCKS_PER_SEC) }

/// The most memory that this process has used at a time.
private func peakMegabytes() throws -> Double {
  #if os(Linux)
    // `getrusage` includes the peak of the parent process.
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    guard let match = status.firstMatch(of: /VmHWM:\s+(\d+) kB/), let kilobytes = Double(match.1) else { return .nan }
    return kilobytes / 1_024
  #else
    var usage = rusage()
    getrusage(RUSAGE_SELF, &usage)
    return Double(usage.ru_maxrss) / 1_048_576
  #endif
}
