/// A fault of a program in one of its interleavings.
public enum Fault: Sendable, Equatable, CustomStringConvertible {
  /// An expectation failed.
  case expectation(String)

  /// A data race on a plain variable.
  ///
  /// Two threads accessed it, at least one of them wrote it, and neither access happened before the other.
  case race(String)

  /// All threads wait, or one waits for a lock that it holds.
  case deadlock(String)

  /// The threads do not finish within the limit of steps.
  case livelock(String)

  /// An object was not released.
  case leak(String)

  /// The program took different steps after the same choices.
  ///
  /// It depends on time, on random numbers, or on state left by an earlier execution.
  case chance

  public var description: String {
    switch self {
    case .expectation(let what): "expectation failed: \(what)"
    case .race(let what): "data race: \(what)"
    case .deadlock(let what): "deadlock: \(what)"
    case .livelock(let what): "livelock: \(what)"
    case .leak(let what): "leak: \(what)"
    case .chance: "the program took different steps after the same choices"
    }
  }

  /// Whether two faults are of the same kind.
  func isLike(_ other: Fault) -> Bool {
    switch (self, other) {
    case (.expectation, .expectation), (.race, .race), (.deadlock, .deadlock), (.livelock, .livelock), (.leak, .leak),
      (.chance, .chance):
      true
    default: false
    }
  }
}

/// A failure of a program: the fault, its interleaving, and the schedule that replays it.
public struct InterleavingFailure: Error, Sendable, CustomStringConvertible {
  /// The fault.
  public let fault: Fault

  /// The shortest failing schedule that was found.
  public let schedule: Schedule

  /// The number of explored schedules, with the failing one.
  public let explored: Int

  /// The interleaving, a column for each thread and a line for each step.
  public let table: String

  /// The fault, the schedule and the table as text.
  public var description: String {
    """
    \(fault)
    after \(explored) schedules; replayed by explore(.replay("\(schedule)"))
    \(table)
    """
  }
}

/// Draws an interleaving: a column for each thread, a line for each step.
func table(of events: [Event]) -> String {
  let count = (events.map(\.thread).max() ?? 0) + 1
  let cells = events.map { event in
    event.text + (event.place.map { "  \($0)" } ?? "")
  }
  var widths = (0..<count).map { thread in
    zip(events, cells).filter { $0.0.thread == thread }.map { $0.1.count }.max() ?? 0
  }
  let titles = (0..<count).map { $0 == 0 ? "set-up" : "thread \($0)" }
  for thread in 0..<count where widths[thread] > 0 { widths[thread] = max(widths[thread], titles[thread].count) }
  let shown = (0..<count).filter { widths[$0] > 0 }
  func line(_ cell: (Int) -> String) -> String {
    let parts = shown.map { thread -> String in
      let text = cell(thread)
      return text + String(repeating: " ", count: widths[thread] - text.count)
    }
    var line = parts.joined(separator: " | ")
    while line.last == " " { line.removeLast() }
    return line
  }
  var lines = [line { titles[$0] }]
  for (event, text) in zip(events, cells) { lines.append(line { $0 == event.thread ? text : "" }) }
  return lines.joined(separator: "\n")
}
