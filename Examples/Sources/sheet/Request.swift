import SheetModel

/// A line that somebody typed.
enum Request {
  case set([Place: String])
  case tell(Place)
  case show(PlaceRange)
  case watch(Place)
  case tick(Place, times: Int)
  case undo
  case redo
  case count
  case help

  static let manual = """
    A1 = 5               puts a number into a cell; A1 = five a text, A1 = alone nothing
    B1 = =A1 * 2         a formula: + - * / ( ) < > <= >= = <> and SUM MIN MAX AVERAGE COUNT of A1:A9, IF(A1 > 3, 1, 0)
    A1                   tells what is in a cell, and what it shows
    paste A1 1 2 3       puts a column into A1, A2 and A3, in one step
    show A1:E10          shows these cells, and from then on each that changes
    watch B1             tells whenever the cell shows something else
    tick C1 20           counts to 20 in the cell, ten times a second, on another thread
    undo, redo           takes back the last edit that was typed; makes it again
    count                tells how often cells were computed so far
    quit
    """

  init?(_ line: String) {
    if let sign = line.firstIndex(of: "="), let place = Place(line[..<sign].trimmed) {
      self = .set([place: line[line.index(after: sign)...].trimmed])
      return
    }
    let words = line.split(separator: " ").map(String.init)
    switch (words.first, words.dropFirst().first) {
    case ("undo", nil): self = .undo
    case ("redo", nil): self = .redo
    case ("count", nil): self = .count
    case ("help", nil): self = .help
    case ("show", let text?):
      guard let range = PlaceRange(text) else { return nil }
      self = .show(range)
    case ("watch", let text?):
      guard let place = Place(text) else { return nil }
      self = .watch(place)
    case ("tick", let text?):
      guard let place = Place(text), let times = Int(words.dropFirst(2).first ?? "10"), times > 0 else { return nil }
      self = .tick(place, times: times)
    case ("paste", let text?):
      guard let top = Place(text) else { return nil }
      var column: [Place: String] = [:]
      for (offset, word) in words.dropFirst(2).enumerated() {
        guard let place = Place(column: top.column, row: top.row + offset) else { return nil }
        column[place] = word
      }
      self = .set(column)
    case (let text?, nil):
      guard let place = Place(text) else { return nil }
      self = .tell(place)
    default: return nil
    }
  }
}

extension Substring {
  fileprivate var trimmed: String {
    let start = drop { $0.isWhitespace }
    return String(start.reversed().drop { $0.isWhitespace }.reversed())
  }
}
