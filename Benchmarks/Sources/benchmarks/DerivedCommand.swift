import ArgumentParser
import Foundation
import Measuring
import Workloads

struct DerivedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "derived", abstract: "Compares derived state with code written by hand.",
    discussion: "Instructions are counted by valgrind, which has to be installed.")

  enum Part: String, CaseIterable, ExpressibleByArgument { case times, counts, growth, memory, threads }

  @Argument(help: "The measurements: times, counts, growth, memory and threads.")
  var parts: [Part] = Part.allCases

  @OptionGroup var selection: GraphSelection

  @Option(help: "The number of samples of each time. The fastest counts.")
  var rounds = 10

  @Option(help: "The part of each sample of the times that is measured: 0.1 is a tenth.")
  var share = 1.0

  @Option(help: "Fail if Rill's counts are above the limits in this file.")
  var check: String?

  @Option(help: "Write Rill's counts to this file, as the new limits.")
  var allow: String?

  @Option(help: "Write the results to this file.")
  var json: String?

  func run() throws {
    var results = GraphResults()
    let second = SecondThread()
    defer { second.finish() }
    for part in parts { try measure(part, &results) }
    if let json { try write(results, to: json) }
    guard let counts = results.counts else { return }
    if let allow { try Thresholds.edit(allow) { $0.derived = Thresholds(derived: counts).derived } }
    if let check {
      let thresholds = try Thresholds.read(check)
      try report(faults: thresholds.faults(counts), gains: thresholds.gains(counts), of: counts.count, check)
    }
  }

  private func measure(_ part: Part, _ results: inout GraphResults) throws {
    switch part {
    case .times:
      var timing = GraphTiming()
      timing.rounds = rounds
      timing.share = share
      let rows = try timing.measure(selection.workloads(), by: selection.chosenEngines(), progress: Progress().show)
      print("\nNanoseconds, every write in a batch:\n\n\(Table.graphs(rows, \.batched).text)")
      print("\nNanoseconds, without batches:\n\n\(Table.graphs(rows, \.plain).text)")
      results.times = rows
    case .counts:
      let executed = try Callgrind.run(arguments: ["derived-under-valgrind"] + selection.arguments)
      let rows = try GraphCounting.rows(
        of: selection.workloads(), by: selection.chosenEngines(), executed: executed)
      print("\n\(Table.counts(rows, "allocations", \.allocations).text)")
      print("\n\(Table.counts(rows, "instructions", \.instructions).text)")
      print("\n\(Table.counts(rows, "atomic operations", \.atomics).text)")
      results.counts = rows
    case .growth:
      let (engines, samples) = (try selection.chosenEngines(), min(rounds, 3))
      let rows = try onLargeStack { graphGrowth.map { $0.done(by: engines).measure(rounds: samples) } }
      for row in rows { print("\n\(row.about):\n\n\(Table.scale(row).text)") }
      results.growth = rows
    case .memory:
      let footprints = try graphFootprints().filter { try selection.chosenEngines().contains($0.engine) }
      print("\n\(Table.footprints(footprints).text)")
      results.memory = footprints
    case .threads:
      let rows = graphThreads(rounds: min(rounds, 5))
      print("\n\(Table.threads(rows).text)")
      results.threads = rows
    }
  }

  /// Code by hand recurses down a chain.
  private func onLargeStack<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) throws -> Value {
    // Written before the semaphore is signalled, and read after.
    nonisolated(unsafe) var result: Result<Value, any Error>?
    let isOver = DispatchSemaphore(value: 0)
    let thread = Thread {
      result = Result { try work() }
      isOver.signal()
    }
    thread.stackSize = 1 << 30
    thread.start()
    isOver.wait()
    return try result!.get()
  }
}

/// The results.
struct GraphResults: Codable {
  var times: [GraphRow]?
  var counts: [GraphCountRow]?
  var growth: [ScaleRow<Engine>]?
  var memory: [GraphFootprint]?
  var threads: [GraphThreads]?
}

struct GraphSelection: ParsableArguments {
  @Option(help: "Only the workloads whose names or suites contain one of these, separated by commas.")
  var only: String?

  @Option(help: "Only the engines whose names contain one of these, separated by commas.")
  var engines: String?

  func workloads() throws -> [GraphWorkload] {
    let chosen = allGraphs.filter { contains(only, $0.name) || contains(only, $0.suite.rawValue) }
    guard !chosen.isEmpty else {
      throw ValidationError("There is no such workload. There are: \(allGraphs.map(\.name).joined(separator: ", ")).")
    }
    return chosen
  }

  func chosenEngines() throws -> [Engine] {
    let chosen = Engine.allCases.filter { contains(engines, $0.rawValue) }
    guard !chosen.isEmpty else {
      let all = Engine.allCases.map(\.rawValue).joined(separator: "; ")
      throw ValidationError("There is no such engine. There are: \(all).")
    }
    return chosen
  }

  private func contains(_ list: String?, _ name: String) -> Bool {
    guard let list else { return true }
    return list.lowercased().split(separator: ",").contains { name.lowercased().contains($0) }
  }

  /// The same selection as arguments, for running this program again.
  var arguments: [String] { (only.map { ["--only", $0] } ?? []) + (engines.map { ["--engines", $0] } ?? []) }
}

/// The part of `derived counts` that runs under valgrind.
struct DerivedUnderValgrindCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "derived-under-valgrind", shouldDisplay: false)

  @OptionGroup var selection: GraphSelection

  func run() throws {
    try underValgrind(insteadOf: "derived counts") {
      try GraphCounting.runForCallgrind(selection.workloads(), by: selection.chosenEngines())
    }
  }
}
