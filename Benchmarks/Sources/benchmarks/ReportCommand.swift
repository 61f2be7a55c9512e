import ArgumentParser
import Foundation
import Measuring

struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Writes the results into Docs/Internals/Performance.md and Benchmarks/Results/Tables.md.")

  @Argument(
    help: """
      The folder with times.json, counts.json, debug.json, memory.json, scales.json, derived.json, compile.json and \
      machine.txt.
      """)
  var results: String

  @Option(help: "The limits of the counts.")
  var thresholds: String

  @Option(name: .customLong("page"), help: "A page with tables that are replaced.")
  var pages: [String]

  @Option(help: "The picture.")
  var plot: String

  @Option(help: "The picture of the growth with the size.")
  var scales: String

  func run() throws {
    let growing = try read([ScaleRow<Library>].self, "scales.json")
    let times = try read([Row].self, "times.json")
    var texts = try pages.map { Page(try String(contentsOfFile: $0, encoding: .utf8)) }
    for (name, text) in try parts(times, growing) { try Page.replace(name, with: text, in: &texts) }
    for (page, text) in zip(pages, texts) { try text.text.write(toFile: page, atomically: true, encoding: .utf8) }
    try Plot(times).svg.write(toFile: plot, atomically: true, encoding: .utf8)
    try ScalePlot(growing).svg.write(toFile: scales, atomically: true, encoding: .utf8)
  }

  private func parts(_ times: [Row], _ growing: [ScaleRow<Library>]) throws -> [(String, String)] {
    let counts = try read([CountRow].self, "counts.json")
    let debug = try read([CountRow].self, "debug.json")
    let compiling = try read(CompileTimes.self, "compile.json")
    let derived = try read(GraphResults.self, "derived.json")
    let limits = try JSONDecoder().decode(Thresholds.self, from: Data(contentsOf: URL(filePath: thresholds)))
    let machine = try String(contentsOf: file("machine.txt"), encoding: .utf8)
    return [
      ("machine", machine.trimmingCharacters(in: .whitespacesAndNewlines)),
      ("times", Table.times(times).text),
      ("rows", Remarks.explanations(times)),
      ("shortcomings", Remarks.shortcomings(times)),
      ("limits", Table.limits(limits, beside: counts).text),
      ("allocations", Table.allocations(counts).text),
      ("instructions", Table.instructions(counts).text),
      ("atomics", Table.atomics(counts).text),
      ("debug", Table.debugBuilds(debug, release: counts).text),
      ("memory", Table.footprints(try read([Footprint].self, "memory.json")).text),
      ("growth", Table.growing(growing).text),
      ("scales", growing.map(text).joined(separator: "\n\n")),
      ("derived-limits", Table.limits(limits, beside: derived.counts ?? []).text),
      ("derived-batched", Table.graphs(derived.times ?? [], \.batched).text),
      ("derived-plain", Table.graphs(derived.times ?? [], \.plain).text),
      ("derived-instructions", Table.counts(derived.counts ?? [], "instructions", \.instructions).text),
      ("derived-atomics", Table.counts(derived.counts ?? [], "atomic operations", \.atomics).text),
      ("derived-allocations", Table.counts(derived.counts ?? [], "allocations", \.allocations).text),
      ("derived-growth", (derived.growth ?? []).map(text).joined(separator: "\n\n")),
      ("derived-memory", Table.footprints(derived.memory ?? []).text),
      ("derived-threads", Table.threads(derived.threads ?? []).text),
      ("chains", Table.chains(compiling).text),
      ("modules", Table.modules(compiling).text),
      ("programs", Table.programs(compiling).text),
    ]
  }

  private func text<Who: Contender>(_ row: ScaleRow<Who>) -> String {
    "`\(row.name)`: \(row.about).\n\n\(Table.scale(row).text)"
  }

  private func file(_ name: String) -> URL { URL(filePath: results).appending(path: name) }

  private func read<Content: Decodable>(_ type: Content.Type, _ name: String) throws -> Content {
    try JSONDecoder().decode(type, from: Data(contentsOf: file(name)))
  }
}
