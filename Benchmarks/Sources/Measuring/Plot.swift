import Foundation

/// Draws the table of times: one row for each workload, with nanoseconds per event on a logarithmic scale.
package struct Plot {
  private let rows: [Row]
  private let decades: ClosedRange<Int>

  private let left = 200.0
  private let right = 30.0
  private let top = 74.0
  private let width = 860.0
  private let lineHeight = 24.0

  /// - Parameter rows: At least one row.
  package init(_ rows: [Row]) {
    self.rows = rows
    let medians = rows.flatMap { $0.nanoseconds.values.map(\.median) }.filter { $0 > 0 }
    decades = Int(log10(medians.min() ?? 1).rounded(.down))...Int(log10(medians.max() ?? 10).rounded(.up))
  }

  package var svg: String {
    let height = top + Double(rows.count) * lineHeight + 16
    var lines = [
      ##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \##(text(width)) \##(text(height))" font-family="sans-serif" font-size="12" fill="#24292f">"##,
      ##"<rect width="100%" height="100%" fill="#ffffff"/>"##,
      #"<text x="16" y="24" font-size="15" font-weight="bold">Nanoseconds per event (less is better, logarithmic)</text>"#,
    ]
    lines += legend
    for decade in decades { lines += gridLine(decade, height) }
    for (index, row) in rows.enumerated() { lines += line(row, top + (Double(index) + 0.5) * lineHeight) }
    return (lines + ["</svg>", ""]).joined(separator: "\n")
  }

  private var legend: [String] {
    var x = left
    return Library.allCases.flatMap { library in
      defer { x += 150 }
      return [mark(library, x, 44), #"<text x="\#(text(x + 12))" y="48">\#(library.rawValue)</text>"#]
    }
  }

  private func gridLine(_ decade: Int, _ height: Double) -> [String] {
    let x = text(position(pow(10, Double(decade))))
    return [
      ##"<line x1="\##(x)" y1="\##(text(top))" x2="\##(x)" y2="\##(text(height - 16))" stroke="#d8dee4"/>"##,
      ##"<text x="\##(x)" y="\##(text(top - 6))" text-anchor="middle" fill="#57606a">\##(number(pow(10, Double(decade))))</text>"##,
    ]
  }

  private func line(_ row: Row, _ y: Double) -> [String] {
    let medians = row.nanoseconds.mapValues(\.median)
    var lines = [#"<text x="\#(text(left - 12))" y="\#(text(y + 4))" text-anchor="end">\#(row.workload)</text>"#]
    if let low = medians.values.min(), let high = medians.values.max() {
      lines.append(
        ##"<line x1="\##(text(position(low)))" y1="\##(text(y))" x2="\##(text(position(high)))" y2="\##(text(y))" stroke="#afb8c1"/>"##
      )
    }
    // Rill is drawn last, in front of the others.
    for library in Library.allCases.reversed() {
      guard let median = medians[library] else { continue }
      let title = "\(row.workload), \(library.rawValue): \(number(median)) ns"
      lines.append("<g><title>\(title)</title>\(mark(library, position(median), y))</g>")
    }
    return lines
  }

  private func mark(_ library: Library, _ x: Double, _ y: Double) -> String {
    switch library {
    case .rill: ##"<circle cx="\##(text(x))" cy="\##(text(y))" r="6" fill="#0969da"/>"##
    case .openCombine: ##"<rect x="\##(text(x - 5))" y="\##(text(y - 5))" width="10" height="10" fill="#d4572a"/>"##
    case .asyncAlgorithms:
      ##"<path d="M \##(text(x)) \##(text(y - 6)) l 6 11 h -12 z" fill="#2da44e"/>"##
    case .hand:
      ##"<line x1="\##(text(x))" y1="\##(text(y - 8))" x2="\##(text(x))" y2="\##(text(y + 8))" stroke="#24292f" stroke-width="3"/>"##
    }
  }

  /// Returns the position of a time on the axis.
  private func position(_ nanoseconds: Double) -> Double {
    let low = Double(decades.lowerBound)
    let part = (log10(max(nanoseconds, pow(10, low))) - low) / max(1, Double(decades.count - 1))
    return left + part * (width - left - right)
  }

  private func text(_ value: Double) -> String { String(format: "%.1f", value) }
}
