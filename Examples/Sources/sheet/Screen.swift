import Foundation
import Rill
import SheetModel
import TerminalLines

/// Shows a window of cells: in a terminal at its top, where cells change in place, in a pipe as lines.
@MainActor
final class Screen {
  private static let width = 12
  private let isTerminal = isatty(STDOUT_FILENO) == 1
  private let watching = SerialDisposable()
  private var range: PlaceRange?
  private var shown: [Place: String] = [:]

  func show(_ range: PlaceRange, of sheet: Sheet) {
    watching.inner = nil
    self.range = nil
    // What is there comes at once and fills the grid; then every change is one cell.
    watching.inner = sheet.shown(in: range).subscribe { [weak self] place, value in self?.draw(place, value) }
    self.range = range
    let rows = grid(range)
    if isTerminal {
      // The lines below the grid scroll alone.
      Terminal.say("\u{1B}[2J\u{1B}[H" + rows.joined(separator: "\n") + "\n\u{1B}[\(rows.count + 1);r\u{1B}[\(rows.count + 1);1H")
    } else {
      Terminal.say(rows.joined(separator: "\n"))
    }
  }

  /// Leaves the terminal as it was.
  func close() {
    watching.inner = nil
    if isTerminal, range != nil { Terminal.say("\u{1B}7\u{1B}[r\u{1B}8") }
  }

  private func draw(_ place: Place, _ value: CellValue) {
    shown[place] = "\(value)"
    guard let range else { return }
    guard isTerminal else { return Terminal.say("  \(place): \(value)") }
    let column = 6 + (place.column - range.columns.lowerBound) * Self.width
    let row = 2 + place.row - range.rows.lowerBound
    Terminal.write("\u{1B}7\u{1B}[\(row);\(column)H\(padded("\(value)"))\u{1B}8")
  }

  private func grid(_ range: PlaceRange) -> [String] {
    let header = range.columns.compactMap { Place(column: $0, row: 0)?.columnName }
    let rows = range.rows.map { row in
      let cells = range.columns.compactMap { Place(column: $0, row: row) }.map { padded(shown[$0] ?? "") }
      return padded("\(row + 1)", to: 4) + " " + cells.joined()
    }
    return ["     " + header.map { padded($0) }.joined()] + rows
  }

  /// As wide as a cell, with a blank at the end.
  private func padded(_ text: String, to width: Int = width - 1) -> String {
    let text = text.count <= width ? text : text.prefix(width - 1) + "…"
    return String(repeating: " ", count: width - text.count) + text + (width == Self.width - 1 ? " " : "")
  }
}
