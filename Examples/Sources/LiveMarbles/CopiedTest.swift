extension LiveOperator {
  /// Returns a test of a run that the page shows.
  func test(_ lines: [String], count: Int?, _ run: Run) -> String {
    var statements = zip(inputs, lines).map { $0.statement($1) }
    if let count = count ?? self.count { statements.append("let n = \(count)") }
    return switch output {
    case .values: valueTest(statements, run)
    case .windows: windowTest(statements, run)
    }
  }

  private func valueTest(_ statements: [String], _ run: Run) -> String {
    let values = run.legend.map { "\"\($0.letter)\": \(quoted($0.value))" }.joined(separator: ", ")
    let expected = run.outputs[0].marbles(length: run.length)
    let result = code.split(separator: "\n", omittingEmptySubsequences: false).map { "    \($0)" }
    // A value with a long text is compared by that text.
    let body =
      run.legend.isEmpty
      ? statements.map { "    \($0)" } + ["    return \(result.joined(separator: "\n").dropFirst(4))"]
      : statements.map { "    \($0)" }
        + ["    let result = \(result.joined(separator: "\n").dropFirst(4))"]
        + ["    return result.map { String(describing: $0) }"]
    let usesTime = !inputs.isEmpty || code.contains("time")
    return
      ([
        "@Test func \(identifier)() {",
        run.legend.isEmpty ? "  marbles {" : "  marbles(values: [\(values)]) {",
        "    \"\(expected)\"",
        "  } through: { \(usesTime ? "time" : "_") in",
      ] + body + ["  }", "}"]).joined(separator: "\n")
  }

  private func windowTest(_ statements: [String], _ run: Run) -> String {
    let windows = run.outputs.dropFirst().map { "    \(quoted($0.marbles(length: 0)))," }
    let result = code.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n  ")
    return
      ([
        "@Test func \(identifier)() {",
        "  let time = TestScheduler()",
      ] + statements.map { "  \($0)" } + [
        "  let result = \(result)",
        "  let windows = Recorder(result.map { Recorder($0, on: time) }, on: time)",
        "  time.advance(by: time.ticks(\(run.length)))",
        "  #expect(windows.values.map(\\.marbles) == [",
      ] + windows + ["  ])", "}"]).joined(separator: "\n")
  }

  /// The name as that of a function: `debounceFor2Ticks`.
  private var identifier: String {
    let words = name.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let joined = words.enumerated().map {
      $0.offset == 0 ? String($0.element) : $0.element.prefix(1).uppercased() + $0.element.dropFirst()
    }
    .joined()
    return "shows" + joined.prefix(1).uppercased() + joined.dropFirst()
  }

  private func quoted(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }
}
