import Foundation
import StreamTesting
import Testing

@testable import LiveMarbles

/// A picture of a doc comment, as `.ci/doc pictures --list` prints it.
struct Picture: Decodable, CustomTestStringConvertible {
  struct Row: Decodable {
    let name: String
    let marbles: String
    let note: String
  }

  let file: String
  let rows: [Row]

  var testDescription: String { "\(file): \(rows.last?.name ?? "")" }

  /// The values that the notes give to letters: `a: [1, 2]  b: [3]`, `p = (1, x), q = (2, y)`.
  var legend: [String: String] {
    var legend: [String: String] = [:]
    for row in rows {
      for found in row.note.matches(
        of: /\b(\w)(?:: | = )(\([^)]*\)|\[(?:[^\[\]]|\[[^\]]*\])*\]|(?:(?!  |, \w: ).)+)/)
      {
        legend[String(found.1)] = String(found.2)
      }
    }
    return legend
  }

  static let all: [Picture] = {
    let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
    let python = Process()
    let output = Pipe()
    python.executableURL = URL(filePath: "/usr/bin/env")
    python.arguments = ["python3", root.appending(path: ".ci/doc").path(), "pictures", "--list"]
    python.standardOutput = output
    do {
      try python.run()
      let data = output.fileHandleForReading.readDataToEndOfFile()
      return try JSONDecoder().decode([Picture].self, from: data)
    } catch {
      Issue.record("The pictures cannot be listed: \(error)")
      return []
    }
  }()
}

@Suite struct PictureTests {
  /// Outputs that the page cannot show, with the reason.
  static let withoutOperator = [
    "ended": "an object is released, and marbles cannot show it",
    "take(duringLifetimeOf: object)": "an object is released, and marbles cannot show it",
    "retrying: .constant(2 ticks)": "a connection to a server receives messages, and marbles cannot show them",
  ]

  @Test func thereArePictures() { #expect(Picture.all.count > 180) }

  @Test func everyPictureHasAnOperatorOrAReason() {
    let missing = Picture.all.filter { picture in
      !picture.rows.contains { Catalog.shared[$0.name] != nil || Self.withoutOperator[$0.name] != nil }
    }
    #expect(missing.map(\.testDescription) == [])
    let stale = Self.withoutOperator.keys.filter { name in
      Catalog.shared[name] != nil || !Picture.all.contains { $0.rows.contains { $0.name == name } }
    }
    #expect(stale == [])
  }

  @Test func everyOperatorHasAPictureAndANameOfItsOwn() {
    let names = Catalog.shared.operators.map(\.name)
    #expect(Set(names).count == names.count)
    let drawn = Set(Picture.all.flatMap { $0.rows.map(\.name) })
    #expect(names.filter { !drawn.contains($0) } == [])
  }

  @Test(arguments: Picture.all) func thePageComputesThePicture(_ picture: Picture) throws {
    for row in picture.rows {
      guard let found = Catalog.shared[row.name] else { continue }
      let run = try found.run(found.inputs.map(\.marbles))
      expect(run.outputs[0], row, picture, run)
      // Rows below the output are windows and groups, and those above it are inputs.
      let rest = picture.rows.filter { Catalog.shared[$0.name] == nil }
      let windows = rest.filter { run.outputs.count > 1 && $0.name.count == 1 }
      for (window, output) in zip(windows, run.outputs.dropFirst()) { expect(output, window, picture, run) }
      let results: Set = ["matching", "firsts", "seconds"]
      for input in rest where windows.allSatisfy({ $0.name != input.name }) && !results.contains(input.name) {
        #expect(found.inputs.contains { $0.marbles == input.marbles }, "\(row.name) has no input \(input.marbles)")
      }
    }
  }

  /// Compares an output with a row of a picture, whose letters stand for values.
  private func expect(_ output: Row, _ row: Picture.Row, _ picture: Picture, _ run: Run) {
    let time = TestScheduler()
    let recorder = Recorder(time.cold(row.marbles), on: time)
    time.run()
    let wanted = recorder.records.map { record in
      switch record.event {
      case .next(let letter): (record.time.offset / TestScheduler.tick, letter)
      case .completed: (record.time.offset / TestScheduler.tick, "|")
      case .failed: (record.time.offset / TestScheduler.tick, "#")
      }
    }
    let length = row.marbles.contains("|") || row.marbles.contains("#") ? Int.max : row.marbles.count
    let actual = output.events.filter { $0.tick < length }
    #expect(actual.map { Double($0.tick) } == wanted.map(\.0), "\(row.name): \(output.marbles(length: 20))")
    var meanings: [String: String] = [:]
    for (event, letter) in zip(actual, wanted.map(\.1)) {
      let value = meaning(of: event, in: output, run)
      #expect(meanings[letter, default: value] == value, "\(row.name): \(letter) stands for two values")
      meanings[letter] = value
      let meaning = picture.legend[letter] ?? (run.legend.isEmpty && run.outputs.count == 1 ? letter : value)
      #expect(isSame(value, meaning) || isAbout(value, letter), "\(row.name): \(letter) is \(value)")
    }
  }

  /// The value that a letter stands for, or the events of a window from its beginning on.
  private func meaning(of event: MarbleEvent, in output: Row, _ run: Run) -> String {
    if let word = run.legend.first(where: { $0.letter == event.label }) { return word.value }
    guard output.name == run.outputs[0].name, event.kind == .value,
      let window = run.outputs.dropFirst().first(where: { $0.name == event.label })
    else { return event.label }
    return String(window.marbles(length: 0).dropFirst(event.tick))
  }

  private func plain(_ text: String) -> String { text.filter { !" \"".contains($0) } }

  /// Whether a letter of a picture stands for a value without a note.
  private func isAbout(_ value: String, _ letter: String) -> Bool {
    ["t": "true", "f": "false", "3": "3.0", "v": "()"][letter] == value
  }

  /// Values that a note names in another way: by a calculation, or without the failure.
  private static let synonyms = ["1-1": "0", "1-3": "-2", "3-8": "-5", "failed": "failed(#)"]

  private func isSame(_ value: String, _ meaning: String) -> Bool {
    plain(value) == plain(meaning) || Self.synonyms[plain(meaning)] == value
  }
}
