/// What the table of times says in sentences.
package enum Remarks {
  /// Where another library is faster, and which goals were missed.
  package static func shortcomings(_ rows: [Row]) -> String {
    var lines: [String] = []
    for row in rows {
      guard let rill = row.nanoseconds[.rill]?.median else { continue }
      if let lead = row.lead, lead < 1 {
        lines.append("- `\(row.workload)`: a peer takes \(number(lead)) of the time that Rill takes.")
      }
      if let goal = row.goal, rill > goal {
        lines.append("- `\(row.workload)`: \(number(rill)) ns, and the goal is \(number(goal)).")
      }
    }
    return lines.isEmpty
      ? "Nowhere in this run: Rill is first on every row, and reaches every goal." : lines.joined(separator: "\n")
  }

  /// What a row counts, and what has to be known to read it.
  package static func explanations(_ rows: [Row]) -> String {
    rows.map { row in "- `\(row.workload)`: per \(row.event)\(row.remark.map { "; \($0)" } ?? "")." }.joined(
      separator: "\n")
  }
}
