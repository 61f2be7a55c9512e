/// One mark of a marble string.
enum Mark: Hashable {
  case value(String)
  case completed
  case failed
  case subscribed
  case disposed

  init<Value, Failure: Error>(_ event: Event<Value, Failure>) {
    switch event {
    case .next(let value): self = .value(String(describing: value))
    case .failed: self = .failed
    case .completed: self = .completed
    }
  }

  /// The mark as text, with one character if possible.
  var text: String {
    switch self {
    case .value(let value): value.count == 1 ? value : "<\(value)>"
    case .completed: "|"
    case .failed: "#"
    case .subscribed: "^"
    case .disposed: "!"
    }
  }
}

/// A mark and its time.
struct Moment: Hashable {
  let offset: Duration
  var mark: Mark

  init(_ offset: Duration, _ mark: Mark) {
    self.offset = offset
    self.mark = mark
  }
}

/// A syntax error in a marble string, with its position.
///
/// Thrown by ``TestScheduler/check(_:)``.
public struct MarbleSyntaxError: Error, CustomStringConvertible {
  let line: String
  let position: Int
  let problem: String

  /// The problem, the marble string, and a caret under the place.
  public var description: String {
    """
    This marble string cannot be read: \(problem), at character \(position + 1).
      \(line)
      \(String(repeating: " ", count: position))^
    """
  }
}

/// A parsed marble string.
struct Timeline {
  /// The marks in order.
  private(set) var moments: [Moment] = []

  /// The length in ticks.
  private(set) var length = 0

  /// The marks that a string may contain.
  enum Kind {
    case events
    case subscription
  }

  init(_ line: String, _ kind: Kind = .events) throws(MarbleSyntaxError) {
    let characters = Array(line)
    func fail(_ position: Int, _ problem: String) -> MarbleSyntaxError {
      MarbleSyntaxError(line: line, position: position, problem: problem)
    }
    var group: Int?
    var end: Int?
    for (position, character) in characters.enumerated() where character != " " {
      if end != nil, character != "-", character != ")" {
        throw fail(position, "there is \"\(character)\" after the end")
      }
      let mark: Mark?
      switch (character, kind) {
      case ("-", _):
        if group != nil { throw fail(position, "time cannot pass inside a group") }
        mark = nil
      case ("(", _):
        if group != nil { throw fail(position, "a group cannot be inside a group") }
        group = position
        continue
      case (")", _):
        guard group != nil else { throw fail(position, "no group is open") }
        if characters[position - 1] == "(" { throw fail(position, "the group is empty") }
        group = nil
        length += 1
        continue
      case ("|", .events): mark = .completed
      case ("#", .events): mark = .failed
      case ("^", .subscription): mark = .subscribed
      case ("!", .subscription): mark = .disposed
      case (_, .events) where character.isLetter || character.isNumber: mark = .value(String(character))
      case (_, .events):
        throw fail(position, "\"\(character)\" is none of - | # ( ), a letter, a digit or a space")
      case (_, .subscription): throw fail(position, "\"\(character)\" is none of - ^ ! ( ) or a space")
      }
      if let mark {
        moments.append(Moment(TestScheduler.tick * length, mark))
        if mark == .completed || mark == .failed || mark == .disposed { end = position }
      }
      if group == nil { length += 1 }
    }
    if let group { throw fail(group, "this group is not closed") }
  }

  /// Parses a marble string, and traps at a syntax error.
  init(orTrap line: String, _ kind: Kind = .events) {
    do {
      try self.init(line, kind)
    } catch {
      fatalError(error.description)
    }
  }

  /// Returns marks as a marble string. A mark between two ticks is drawn at the earlier one.
  static func drawing(_ moments: [Moment], ticks: Int = 0) -> String {
    cells(moments, ticks: ticks).joined()
  }

  /// Returns one text for each tick.
  static func cells(_ moments: [Moment], ticks: Int = 0) -> [String] {
    var cells: [[String]] = Array(repeating: [], count: ticks)
    for moment in moments {
      let tick = Int(moment.offset / TestScheduler.tick)
      while cells.count <= tick { cells.append([]) }
      cells[tick].append(moment.mark.text)
    }
    return cells.map { texts in
      switch texts.count {
      case 0: "-"
      case 1: texts[0]
      default: "(\(texts.joined()))"
      }
    }
  }
}
