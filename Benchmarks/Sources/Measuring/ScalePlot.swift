import Foundation

/// Draws Rill's cost per item as their number grows, one line for each row: linear is level.
package struct ScalePlot {
  private let rows: [(name: String, points: [(size: Int, nanoseconds: Double)])]
  private let sizes: ClosedRange<Int>
  private let times: ClosedRange<Int>

  private let left = 60.0
  private let right = 610.0
  private let top = 44.0
  private let bottom = 480.0
  private let colors = ["#0969da", "#d4572a", "#2da44e", "#8250df", "#bf8700", "#57606a", "#cf222e", "#1b7c83"]

  /// - Parameter rows: At least one row.
  package init(_ rows: [ScaleRow<Library>]) {
    self.rows = rows.compactMap { row in
      guard let nanoseconds = row.nanoseconds[.rill] else { return nil }
      return (row.name, zip(row.sizes, nanoseconds).compactMap { size, time in time.map { (size, $0) } })
    }
    let points = self.rows.flatMap(\.points)
    let (allSizes, allTimes) = (points.map { Double($0.size) }, points.map(\.nanoseconds))
    sizes = decades(allSizes)
    times = decades(allTimes)
  }

  package var svg: String {
    var lines = [
      ##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 860 520" font-family="sans-serif" font-size="12" fill="#24292f">"##,
      ##"<rect width="100%" height="100%" fill="#ffffff"/>"##,
      #"<text x="16" y="24" font-size="15" font-weight="bold">Rill: nanoseconds per item by the number of items (level is linear)</text>"#,
    ]
    for decade in sizes {
      let x = text(across(pow(10, Double(decade))))
      lines += [
        grid(x, text(top), x, text(bottom)),
        ##"<text x="\##(x)" y="\##(text(bottom + 18))" text-anchor="middle" fill="#57606a">\##(number(pow(10, Double(decade))))</text>"##,
      ]
    }
    for decade in times {
      let y = text(up(pow(10, Double(decade))))
      lines += [
        grid(text(left), y, text(right), y),
        ##"<text x="\##(text(left - 8))" y="\##(y)" text-anchor="end" fill="#57606a">\##(number(pow(10, Double(decade))))</text>"##,
      ]
    }
    for (index, place) in labels().enumerated() { lines += line(index, place) }
    return (lines + ["</svg>", ""]).joined(separator: "\n")
  }

  private func line(_ index: Int, _ label: Double) -> [String] {
    let (row, color) = (rows[index], colors[index % colors.count])
    let points = row.points.map { "\(text(across(Double($0.size)))),\(text(up($0.nanoseconds)))" }
    guard let last = row.points.last else { return [] }
    let (x, y) = (across(Double(last.size)), up(last.nanoseconds))
    let dashes = index / colors.count % 2 == 1 ? #" stroke-dasharray="5 3""# : ""
    return [
      #"<polyline points="\#(points.joined(separator: " "))" fill="none" stroke="\#(color)" stroke-width="1.8"\#(dashes)/>"#,
      ##"<line x1="\##(text(x))" y1="\##(text(y))" x2="\##(text(right + 16))" y2="\##(text(label))" stroke="#d8dee4"/>"##,
      #"<text x="\#(text(right + 20))" y="\#(text(label + 4))" fill="\#(color)">\#(row.name)</text>"#,
    ]
  }

  /// The positions of the labels: at the ends of their lines, without overlap.
  private func labels() -> [Double] {
    let ends = rows.map { up($0.points.last?.nanoseconds ?? 1) }
    let height = min(16, (bottom - top) / Double(max(1, rows.count)))
    var places = ends
    var lowest = bottom + height
    for index in ends.indices.sorted(by: { ends[$0] > ends[$1] }) {
      lowest = min(ends[index], lowest - height)
      places[index] = lowest
    }
    return places
  }

  private func grid(_ x1: String, _ y1: String, _ x2: String, _ y2: String) -> String {
    ##"<line x1="\##(x1)" y1="\##(y1)" x2="\##(x2)" y2="\##(y2)" stroke="#d8dee4"/>"##
  }

  private func across(_ size: Double) -> Double { left + part(size, sizes) * (right - left) }
  private func up(_ nanoseconds: Double) -> Double { bottom - part(nanoseconds, times) * (bottom - top) }

  private func part(_ value: Double, _ range: ClosedRange<Int>) -> Double {
    (log10(value) - Double(range.lowerBound)) / Double(max(1, range.count - 1))
  }

  private func text(_ value: Double) -> String { String(format: "%.1f", value) }
}

private func decades(_ values: [Double]) -> ClosedRange<Int> {
  Int(log10(values.min() ?? 1).rounded(.down))...Int(log10(values.max() ?? 10).rounded(.up))
}
