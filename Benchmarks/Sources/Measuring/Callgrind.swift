import CAllocations
import Foundation

/// Counts instructions by running this program again under valgrind's callgrind.
package enum Callgrind {
  package static var isRunning: Bool { instructions_can_be_counted() }

  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// - Parameter arguments: with which this program does what is to be counted.
  /// - Returns: instructions by the names that the program gave to `instructions_end`.
  package static func run(arguments: [String]) throws -> [String: Double] {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "benchmarks-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // Valgrind does not get on with the debug information of Swift.
    let program = folder.appending(path: "benchmarks")
    try execute(["strip", "-g", "-o", program.path, try own().path])
    try execute(
      [
        "valgrind", "--tool=callgrind", "--quiet", "--callgrind-out-file=\(folder.path)/out", program.path,
      ] + arguments)
    var counts: [String: Double] = [:]
    for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
      guard file.lastPathComponent.hasPrefix("out.") else { continue }
      if let (name, instructions) = read(try String(contentsOf: file, encoding: .utf8)) { counts[name] = instructions }
    }
    return counts
  }

  /// Finds the name and the sum in what callgrind wrote.
  package static func read(_ text: String) -> (name: String, instructions: Double)? {
    var name: Substring?
    var sum: Double?
    for line in text.split(separator: "\n") {
      if let found = line.wholeMatch(of: /desc: Trigger: Client Request: (.*)/) { name = found.1 }
      if let found = line.wholeMatch(of: /(?:totals|summary): (\d+).*/) { sum = Double(found.1) }
    }
    guard let name, let sum else { return nil }
    return (String(name), sum)
  }

  private static func own() throws -> URL {
    guard let program = Bundle.main.executableURL else {
      throw Failure(description: "This program does not know its own file.")
    }
    return program
  }

  private static func execute(_ command: [String]) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    // Hash tables then look the same every time.
    process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_DETERMINISTIC_HASHING": "1"]) { $1 }
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus != 0 {
      throw Failure(description: "\(command[0]) ended with \(process.terminationStatus).")
    }
  }
}
