import SheetModel

/// A line that a person typed.
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
    A1 = 5               puts a number into a cell; A1 = five puts a text, A1 = clears the cell
    B1 = =A1 * 2         a formula: + - * / ( ) < > <= >= = <> and SUM MIN MAX AVERAGE COUNT of A1:A9, IF(A1 > 3, 1, 0)
    A1                   prints the content of a cell, and its value
    paste A1 1 2 3       puts a column into A1, A2 and A3, in one step
    show A1:E10          shows these cells, and keeps them up to date
    watch B1             prints the cell whenever its text changes
    tick C1 20           counts to 20 in the cell, ten times a second, on another thread
    undo, redo           reverts the last typed edit; repeats it
    count                prints the number of computations of cells
    quit
    """

  init(_ line: String) throws(RequestMistake) {
    if let sign = line.firstIndex(of: "=") {
      self = .set([try Self.place(line[..<sign].trimmed): line[line.index(after: sign)...].trimmed])
      return
    }
    let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    let rest = Array(words.dropFirst())
    switch words.first {
    case "undo" where rest.isEmpty: self = .undo
    case "redo" where rest.isEmpty: self = .redo
    case "count" where rest.isEmpty: self = .count
    case "help" where rest.isEmpty: self = .help
    case "show":
      guard let text = rest.first else { throw .missing("show needs a range: show A1:E10") }
      self = .show(try Self.range(text))
    case "watch":
      guard let text = rest.first else { throw .missing("watch needs a cell: watch B1") }
      self = .watch(try Self.place(text))
    case "tick":
      guard let text = rest.first else { throw .missing("tick needs a cell and a number: tick C1 20") }
      guard let times = Int(rest.dropFirst().first ?? "10"), times > 0 else {
        throw .missing("tick needs a number of 1 or more: tick \(text) 20")
      }
      self = .tick(try Self.place(text), times: times)
    case "paste":
      guard let text = rest.first, rest.count > 1 else {
        throw .missing("paste needs a cell and values: paste A1 1 2 3")
      }
      let top = try Self.place(text)
      var column: [Place: String] = [:]
      for (offset, word) in rest.dropFirst().enumerated() {
        column[try Self.place(top.columnName + "\(top.row + 1 + offset)")] = word
      }
      self = .set(column)
    case let text? where rest.isEmpty && text.contains(where: \.isNumber): self = .tell(try Self.place(text))
    default: throw .unknown(line)
    }
  }

  private static func place(_ text: String) throws(RequestMistake) -> Place {
    guard let place = Place(text) else { throw .noPlace(text) }
    return place
  }

  private static func range(_ text: String) throws(RequestMistake) -> PlaceRange {
    for corner in text.split(separator: ":") { _ = try place(String(corner)) }
    guard let range = PlaceRange(text) else { throw .noRange(text) }
    return range
  }
}

/// The reason why a line is not executed, with the remedy.
enum RequestMistake: Error, CustomStringConvertible {
  case unknown(String)
  case missing(String)
  case noPlace(String)
  case noRange(String)

  var description: String {
    switch self {
    case .unknown(let line): "no such command: \(line) (help lists the commands)"
    case .missing(let remedy): remedy
    case .noPlace(let text):
      "\(text.isEmpty ? "nothing" : text) is not a cell: cells are \(Place.first) to \(Place.last)"
    case .noRange(let text): "\(text) is not a range: write A1:E10"
    }
  }
}

extension Substring {
  fileprivate var trimmed: String {
    let start = drop { $0.isWhitespace }
    return String(start.reversed().drop { $0.isWhitespace }.reversed())
  }
}
