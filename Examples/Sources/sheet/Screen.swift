import Foundation
import Rill
import SheetModel
import TerminalLines

/// Shows a window of cells: at the top of a terminal, updated in place, or in a pipe as lines.
@MainActor
final class Screen {
  private static let cellWidth = 11
  let isTerminal = isatty(STDOUT_FILENO) == 1
  private let watching = SerialDisposable()
  private var shown: [Place: String] = [:]

  /// The range on the screen, and whether it has a fixed place there.
  private var window: (range: PlaceRange, isFixed: Bool)?

  func show(_ range: PlaceRange, of sheet: Sheet) {
    close()
    // The current cells arrive immediately and fill the grid. Later events are changes.
    watching.inner = sheet.shown(in: range).subscribe { [weak self] place, value in self?.put("\(value)", at: place) }
    let rows = grid(range).joined(separator: "\n")
    let isFixed = isTerminal && range.rows.count <= 20
    if isFixed {
      // The screen is cleared, and only the part below the grid scrolls.
      let below = range.rows.count + 2
      Terminal.write("\u{1B}[2J\u{1B}[H\(rows)\u{1B}[\(below);r\u{1B}[\(below);1H")
    } else {
      Terminal.say(rows)
    }
    window = (range, isFixed)
  }

  /// Clears the window, and lets the whole terminal scroll.
  func close() {
    watching.inner = nil
    shown = [:]
    if window?.isFixed == true { Terminal.write("\u{1B}7\u{1B}[r\u{1B}8") }
    window = nil
  }

  private func put(_ text: String, at place: Place) {
    shown[place] = text
    guard let window else { return }
    guard window.isFixed else { return Terminal.say("  \(place): \(text)") }
    let row = 2 + place.row - window.range.rows.lowerBound
    let column = 6 + (place.column - window.range.columns.lowerBound) * (Self.cellWidth + 1)
    Terminal.write("\u{1B}7\u{1B}[\(row);\(column)H\(padded(text, to: Self.cellWidth))\u{1B}8")
  }

  private func grid(_ range: PlaceRange) -> [String] {
    let names = range.columns.compactMap { Place(column: $0, row: 0)?.columnName }
    let rows = range.rows.map { row in
      line("\(row + 1)", range.columns.map { column in Place(column: column, row: row).flatMap { shown[$0] } ?? "" })
    }
    return [line("", names)] + rows
  }

  private func line(_ head: String, _ cells: [String]) -> String {
    padded(head, to: 4) + cells.map { " " + padded($0, to: Self.cellWidth) }.joined()
  }

  private func padded(_ text: String, to width: Int) -> String {
    let text = text.count <= width ? text : text.prefix(width - 1) + "…"
    return String(repeating: " ", count: width - text.count) + text
  }
}
