import ArgumentParser
import Foundation
import Measuring

struct CountCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "count", abstract: "Counts allocations, instructions and atomic operations per event, independent of the load.",
    discussion: "Instructions are counted by valgrind, which has to be installed; the atomic ones among them on x86-64 only.")

  @OptionGroup var selection: Selection

  @Flag(inversion: .prefixedNo, help: "Count instructions and atomic operations too.")
  var instructions = true

  @Option(help: "Fail if Rill's counts are above the limits in this file.")
  var check: String?

  @Option(help: "Write Rill's counts to this file as the new limits. With --only, the other limits remain.")
  var allow: String?

  @Option(help: "Write the results to this file.")
  var json: String?

  func run() throws {
    guard Allocations.canBeCounted else { throw ValidationError("Allocations can be counted on Linux only.") }
    let workloads = try selection.workloads()
    let rows = try count(workloads)
    print(Table.allocations(rows).text)
    if instructions { print("", Table.instructions(rows).text, "", Table.atomics(rows).text, separator: "\n") }
    if let json { try write(rows, to: json) }
    if let allow {
      try Thresholds.edit(allow) { thresholds in
        if selection.only == nil { thresholds.limits = [:] }
        thresholds.limits.merge(Thresholds(rows).limits) { $1 }
      }
    }
    if let check {
      let thresholds = try Thresholds.read(check)
      try report(faults: thresholds.faults(rows), gains: thresholds.gains(rows), of: rows.count, check)
    }
  }

  private func count(_ workloads: [Workload]) throws -> [CountRow] {
    var rows = workloads.map(Counting.allocations)
    guard instructions else { return rows }
    let counted = try Callgrind.run(arguments: ["count-under-valgrind"] + selection.arguments)
    for index in rows.indices {
      for library in rows[index].counts.keys {
        let name = "\(rows[index].workload)/\(library.rawValue)"
        guard let once = counted["\(name)/1"], let twice = counted["\(name)/2"] else { continue }
        let executed = twice.more(than: once, per: Double(Counting.events))
        rows[index].counts[library]!.instructions = executed.instructions
        rows[index].counts[library]!.atomics = executed.atomics
      }
    }
    return rows
  }
}

extension Thresholds {
  static func read(_ path: String) throws -> Thresholds {
    try JSONDecoder().decode(Thresholds.self, from: Data(contentsOf: URL(filePath: path)))
  }

  static func edit(_ path: String, _ change: (inout Thresholds) -> Void) throws {
    var thresholds = try read(path)
    change(&thresholds)
    try write(thresholds, to: path)
  }
}

/// Prints the counts above and below the limits, and fails if any is above.
func report(faults: [String], gains: [String], of count: Int, _ path: String) throws {
  if !gains.isEmpty { print("\nBelow the limits of \(path), which can be lowered with --allow: \(gains.joined(separator: ", "))") }
  print("\n\(count - faults.count) passed, \(faults.count) failed")
  guard faults.isEmpty else { throw ValidationError(faults.joined(separator: "\n")) }
}

/// The part of `count` that runs under valgrind.
struct CountUnderValgrindCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "count-under-valgrind", shouldDisplay: false)

  @OptionGroup var selection: Selection

  func run() throws {
    try underValgrind(insteadOf: "count") {
      Counting.runForCallgrind(try selection.workloads().filter { !$0.dependsOnTiming })
    }
  }
}
