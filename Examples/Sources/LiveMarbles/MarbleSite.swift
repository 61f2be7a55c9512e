import Foundation
import WebServer

/// The page of live marbles, and the answers to its edits.
public struct MarbleSite: Sendable {
  private let catalog = Catalog.shared
  private let files = PageFiles(style: PackageResources.page_css, scripts: ["page.js": PackageResources.page_js])

  public init() {}

  /// Answers a request. `/run` has the query of the page: the operator, its inputs and its count.
  public func respond(to request: Request) -> Response {
    switch request.path {
    case "/": return files.page("Live marbles", PackageResources.page_html)
    case "/operators": return json(catalog.operators.map { Choice(name: $0.name, group: $0.group) })
    case "/run":
      do {
        return json(
          try answer(
            request.values("operator").first ?? "", request.values("input"),
            count: request.values("n").first.flatMap(Int.init)))
      } catch {
        // A mistake of a person is an answer as well: browsers log other statuses as errors of the page.
        return json(["mistake": error.description])
      }
    default: return files.file(for: request)
    }
  }

  /// Runs an operator. Without inputs, they are those of the picture in its documentation.
  func answer(_ name: String, _ lines: [String], count: Int?) throws(EditMistake) -> Answer {
    guard let found = catalog[name.isEmpty ? "debounce(for: 2 ticks)" : name] else {
      throw EditMistake("There is no operator \(name.prefix(80)). Choose one from the list.")
    }
    let lines = lines.isEmpty ? found.inputs.map(\.marbles) : lines
    let run = try found.run(lines, count: count)
    return Answer(
      name: found.name, inputs: found.inputs, lines: lines, count: found.count.map { count ?? $0 }, code: found.code,
      test: found.test(lines, count: count, run), run: run)
  }

  /// Returns the tests that the page offers for all operators, as a source file.
  public func allTests() throws -> String {
    // A suite for each: two operators may have one name in Swift.
    let tests = try catalog.operators.enumerated().map { index, each in
      "struct Copied\(index) {\n\(try answer(each.name, [], count: nil).test)\n}"
    }
    return (["import Rill", "import StreamTesting", "import Testing"] + tests).joined(separator: "\n\n") + "\n"
  }

  private func json(_ value: some Encodable) -> Response {
    Response("application/json", (try? JSONEncoder().encode(value)) ?? Data())
  }
}

/// An operator in the list of the page.
private struct Choice: Encodable {
  let name: String
  let group: String
}

/// An operator with edited inputs, as it is sent to the page.
struct Answer: Encodable {
  let name: String
  let inputs: [InputLine]
  let lines: [String]
  let count: Int?
  let code: String
  let test: String
  let run: Run
}
