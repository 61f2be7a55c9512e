/// What is wrong with a program, in one of its interleavings.
public enum Fault: Sendable, Equatable, CustomStringConvertible {
  /// Something that was expected is not so.
  case expectation(String)

  /// Two threads have touched a plain variable, one of them to write it, and neither access happened before the other.
  case race(String)

  /// All threads wait.
  case deadlock(String)

  /// The threads take steps for ever.
  case livelock(String)

  /// Something was not released.
  case leak(String)

  /// The program does different things after the same choices: it depends on time, on chance, or on what an earlier
  /// execution has left behind.
  case chance

  public var description: String {
    switch self {
    case .expectation(let what): "expectation failed: \(what)"
    case .race(let what): "data race: \(what)"
    case .deadlock(let what): "deadlock: \(what)"
    case .livelock(let what): "livelock: \(what)"
    case .leak(let what): "leak: \(what)"
    case .chance: "the program does different things after the same choices"
    }
  }

  /// Whether it is the same kind of fault.
  func isLike(_ other: Fault) -> Bool {
    switch (self, other) {
    case (.expectation, .expectation), (.race, .race), (.deadlock, .deadlock), (.livelock, .livelock), (.leak, .leak),
      (.chance, .chance):
      true
    default: false
    }
  }
}

/// A program was wrong: what happened, in which interleaving, and how to see it again.
public struct InterleavingFailure: Error, Sendable, CustomStringConvertible {
  /// What is wrong.
  public let fault: Fault

  /// The shortest schedule that was found.
  public let schedule: Schedule

  /// How many schedules were explored before it was found.
  public let explored: Int

  /// The interleaving, a column for each thread and a line for each step.
  public let table: String

  /// All of it.
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
