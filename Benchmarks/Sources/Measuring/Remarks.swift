/// Sentences about the table of times.
package enum Remarks {
  /// Lists the workloads where another library is faster, and the missed goals.
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

  /// Returns a table of the event of each row, with remarks.
  package static func explanations(_ rows: [Row]) -> String {
    let lines = rows.map { "| `\($0.workload)` | \($0.event) | \($0.remark ?? "") |" }
    return (["| workload | event | remark |", "| --- | --- | --- |"] + lines).joined(separator: "\n")
  }
}
