import Rill

extension Screen {
  /// The names of the columns, and their widths. A negative width is aligned to the left.
  private static let columns = [
    ("order", 7), ("symbol", -6), ("sector", -9), ("pieces", 7), ("price", 9), ("value", 14),
  ]

  /// The cells of a line.
  public static func cells(of line: Blotter.Line) -> [String] {
    [
      "\(line.left.id)", line.right.symbol, line.right.sector, "\(line.left.quantity)", money(line.left.price),
      money(line.left.value),
    ]
  }

  /// The totals in the order of the sectors.
  public var totalLines: [(sector: String, total: Total)] {
    totals.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The screen as lines of text, with a line for each total at the right.
  public func text(height: Int) -> [String] {
    let head = Self.row(Self.columns.map(\.0))
    let totals = totalLines.map { name, total in
      name.padded(to: -9) + "\(total.count)".padded(to: 8) + Self.money(total.value).padded(to: 18)
    }
    let lines = lines.map { Self.row(Self.cells(of: $0)) }
    let side = ["sector     orders             total"] + totals
    return (0...height).map { index in
      let left = index == 0 ? head : index <= lines.count ? lines[index - 1] : ""
      return left.padded(to: -62) + (index < side.count ? side[index] : "")
    }
  }

  private static func row(_ cells: [String]) -> String {
    zip(cells, columns).map { $0.padded(to: $1.1) }.joined(separator: "  ")
  }

  /// An amount with its cents and with commas.
  public static func money(_ cents: Int) -> String {
    var digits = Array(String(cents.magnitude / 100))
    for place in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert(",", at: place) }
    let rest = cents.magnitude % 100
    return "\(cents < 0 ? "-" : "")\(String(digits)).\(rest < 10 ? "0" : "")\(rest)"
  }
}

extension String {
  /// Fills a text with spaces up to a width; at the end if the width is negative.
  func padded(to width: Int) -> String {
    let fill = String(repeating: " ", count: max(0, Int(width.magnitude) - count))
    return width < 0 ? self + fill : fill + self
  }
}
