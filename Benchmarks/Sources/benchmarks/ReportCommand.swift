import ArgumentParser
import Foundation
import Measuring

struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Writes the results into Docs/Internals/Performance.md.")

  @Argument(help: "The folder with times.json, counts.json, debug.json, memory.json, scales.json, derived.json, compile.json and machine.txt.")
  var results: String

  @Option(help: "The page whose parts are replaced.")
  var page: String

  @Option(help: "The picture.")
  var plot: String

  @Option(help: "The picture of how things grow.")
  var scales: String

  func run() throws {
    let times = try read([Row].self, "times.json")
    let counts = try read([CountRow].self, "counts.json")
    let debug = try read([CountRow].self, "debug.json")
    let compiling = try read(CompileTimes.self, "compile.json")
    let growing = try read([ScaleRow<Library>].self, "scales.json")
    let derived = try read(GraphResults.self, "derived.json")
    let machine = try String(contentsOf: file("machine.txt"), encoding: .utf8)

    var text = Page(try String(contentsOfFile: page, encoding: .utf8))
    try text.replace("machine", with: machine.trimmingCharacters(in: .whitespacesAndNewlines))
    try text.replace("times", with: Table.times(times).text)
    try text.replace("rows", with: Remarks.explanations(times))
    try text.replace("shortcomings", with: Remarks.shortcomings(times))
    try text.replace("allocations", with: Table.allocations(counts).text)
    try text.replace("instructions", with: Table.instructions(counts).text)
    try text.replace("atomics", with: Table.atomics(counts).text)
    try text.replace("debug", with: Table.debugBuilds(debug, release: counts).text)
    try text.replace("memory", with: Table.footprints(try read([Footprint].self, "memory.json")).text)
    try text.replace(
      "scales", with: growing.map { "`\($0.name)`: \($0.about).\n\n\(Table.scale($0).text)" }.joined(separator: "\n\n"))
    try text.replace("derived-batched", with: Table.graphs(derived.times ?? [], \.batched).text)
    try text.replace("derived-plain", with: Table.graphs(derived.times ?? [], \.plain).text)
    try text.replace("derived-instructions", with: Table.counts(derived.counts ?? [], "instructions", \.instructions).text)
    try text.replace("derived-atomics", with: Table.counts(derived.counts ?? [], "atomic operations", \.atomics).text)
    try text.replace("derived-allocations", with: Table.counts(derived.counts ?? [], "allocations", \.allocations).text)
    try text.replace(
      "derived-growth",
      with: (derived.growth ?? []).map { "`\($0.name)`: \($0.about).\n\n\(Table.scale($0).text)" }
        .joined(separator: "\n\n"))
    try text.replace("derived-memory", with: Table.footprints(derived.memory ?? []).text)
    try text.replace("derived-threads", with: Table.threads(derived.threads ?? []).text)
    try text.replace("chains", with: Table.chains(compiling).text)
    try text.replace("modules", with: Table.modules(compiling).text)
    try text.replace("programs", with: Table.programs(compiling).text)
    try text.text.write(toFile: page, atomically: true, encoding: .utf8)
    try Plot(times).svg.write(toFile: plot, atomically: true, encoding: .utf8)
    try ScalePlot(growing).svg.write(toFile: scales, atomically: true, encoding: .utf8)
  }

  private func file(_ name: String) -> URL { URL(filePath: results).appending(path: name) }

  private func read<Content: Decodable>(_ type: Content.Type, _ name: String) throws -> Content {
    try JSONDecoder().decode(type, from: Data(contentsOf: file(name)))
  }
}
