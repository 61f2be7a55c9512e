import CAllocations
import Foundation

/// The instructions that a part of a program executed.
package struct Executed: Codable, Equatable, Sendable {
  package var instructions: Double

  /// The atomic instructions among them.
  package var atomics: Double

  package init(instructions: Double, atomics: Double) {
    self.instructions = instructions
    self.atomics = atomics
  }

  /// Returns the difference to another count, per item.
  package func more(than other: Executed, per count: Double) -> Executed {
    Executed(
      instructions: (instructions - other.instructions) / count, atomics: (atomics - other.atomics) / count)
  }
}

/// Counts instructions by running this program again under valgrind's callgrind.
package enum Callgrind {
  package static var isRunning: Bool { instructions_can_be_counted() }

  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// - Parameter arguments: The arguments with which this program runs the code to count.
  /// - Returns: The counts by the names that the program passed to `instructions_end`.
  package static func run(arguments: [String]) throws -> [String: Executed] {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "benchmarks-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // Valgrind fails on Swift's debug information.
    let program = folder.appending(path: "benchmarks")
    try execute(["strip", "-g", "-o", program.path, try own().path])
    try execute(
      [
        "valgrind", "--tool=callgrind", "--quiet", "--dump-instr=yes", "--compress-pos=no", "--compress-strings=no",
        "--callgrind-out-file=\(folder.path)/out", program.path,
      ] + arguments)
    var known: [Substring: AtomicInstructions?] = [:]
    var counts: [String: Executed] = [:]
    for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
      guard file.lastPathComponent.hasPrefix("out.") else { continue }
      let found = read(try String(contentsOf: file, encoding: .utf8)) { program, address in
        if known[program] == nil { known[program] = .some(AtomicInstructions(of: String(program))) }
        return known[program]!?.contains(address) ?? false
      }
      if let (name, executed) = found { counts[name] = executed }
    }
    return counts
  }

  /// Parses callgrind's output for the name and the sums.
  ///
  /// - Parameter isAtomic: Returns whether there is an atomic instruction at an address of a program or library.
  package static func read(
    _ text: String, isAtomic: (_ program: Substring, _ address: Int) -> Bool
  ) -> (name: String, executed: Executed)? {
    var name: Substring?
    var sum: Double?
    var (program, atomics, isOfCall) = (Substring(), 0.0, false)
    for line in text.split(separator: "\n") {
      if line.hasPrefix("0x") {
        // An address, a line of the source and a count. The line after `calls=` counts the called function.
        defer { isOfCall = false }
        let columns = line.split(separator: " ")
        guard !isOfCall, columns.count == 3, let address = Int(columns[0].dropFirst(2), radix: 16) else { continue }
        if isAtomic(program, address) { atomics += Double(columns[2]) ?? 0 }
      } else if line.hasPrefix("ob=") {
        program = line.dropFirst(3)
      } else if line.hasPrefix("calls=") {
        isOfCall = true
      } else if let found = line.wholeMatch(of: /desc: Trigger: Client Request: (.*)/) {
        name = found.1
      } else if let found = line.wholeMatch(of: /(?:totals|summary): (\d+).*/) {
        sum = Double(found.1)
      }
    }
    guard let name, let sum else { return nil }
    return (String(name), Executed(instructions: sum, atomics: atomics))
  }

  private static func own() throws -> URL {
    guard let program = Bundle.main.executableURL else {
      throw Failure(description: "The path of this program is unknown.")
    }
    return program
  }

  private static func execute(_ command: [String]) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    // Makes hash tables the same in every run.
    process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_DETERMINISTIC_HASHING": "1"]) { $1 }
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus != 0 {
      throw Failure(description: "\(command[0]) ended with \(process.terminationStatus).")
    }
  }
}
