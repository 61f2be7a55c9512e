/// The lines of a recording. `Docs/Reference/TraceFormat.md` describes them.
enum JSONLines {
  static func beginning(_ time: WallTime) -> String {
    var line = #"{"is":"recording","version":1"#
    line.add("program", CommandLine.arguments.first.map { String($0.split(separator: "/").last ?? "") })
    return line + #","began":\#(time.json)}"# + "\n"
  }

  static func born(_ node: NodeRecord, _ clock: EventClock) -> String {
    var line = #"{"is":"node","node":\#(node.info.id),"kind":"\#(node.info.kind.rawValue)""#
    line.add("name", node.info.name)
    line.add("place", node.info.place)
    return line + #","time":\#(clock.time(of: node.bornAt))}"# + "\n"
  }

  static func edge(_ edge: EdgeRecord, _ clock: EventClock) -> String {
    let what = edge.isLinked ? "edge" : "unlinked"
    return #"{"is":"\#(what)","from":\#(edge.from),"to":\#(edge.to),"time":\#(clock.time(of: edge.time))}"# + "\n"
  }

  static func gone(_ node: Int, _ time: Int, _ clock: EventClock) -> String {
    #"{"is":"gone","node":\#(node),"time":\#(clock.time(of: time))}"# + "\n"
  }

  static func lost(_ count: Int, _ time: Int) -> String { #"{"is":"lost","count":\#(count),"time":\#(time)}"# + "\n" }

  static func event(_ event: Recording.Event) -> String {
    var line = #"{"is":"\#(event.kind)","event":\#(event.id),"node":\#(event.node)"#
    if let cause = event.cause { line += #","cause":\#(cause)"# }
    line += #","time":\#(event.time),"thread":\#(event.thread)"#
    if let run = event.run { line += #","run":\#(run)"# }
    if let duration = event.duration { line += #","took":\#(duration),"own":\#(event.ownDuration ?? duration)"# }
    if let start = event.start, start != event.time { line += #","start":\#(start)"# }
    if event.isSame { line += #","same":true"# }
    line.add("value", event.value)
    return line + "}\n"
  }

  /// The line about the code of an event that was running when the event was written.
  private static func ran(_ event: RunningEvent, _ times: Times, _ clock: EventClock) -> String {
    let entry = event.chunk[event.index]
    let line = #"{"is":"ran","event":\#(event.chunk.first + event.index),"node":\#(entry.node)"#
    let (total, own) = (clock.duration(times.total), clock.duration(times.own))
    return line + #","time":\#(clock.time(of: entry.time + times.total)),"took":\#(total),"own":\#(own)}"# + "\n"
  }

  /// Nodes come before their edges and events, and are gone after them.
  ///
  /// - Parameter running: The events whose code was running when they were written. They are written once more.
  static func news(_ news: News, _ running: inout [RunningEvent]) -> String {
    var lines = ""
    for node in news.born { lines += born(node, news.clock) }
    for edge in news.edges { lines += JSONLines.edge(edge, news.clock) }
    if news.lost > 0 {
      let time = news.events.first?.entries.first { _ in true }?.entry.time
      lines += lost(news.lost, time.map(news.clock.time(of:)) ?? 0)
    }
    running.removeAll { event in
      guard let times = event.times else { return false }
      lines += ran(event, times, news.clock)
      return true
    }
    for events in news.events {
      let chunk = events.chunk
      for (id, entry, times) in events.entries {
        lines += event(Recording.Event(id, entry, times, chunk.thread, news.clock))
        if entry.isTimed, times == nil { running.append(RunningEvent(chunk: chunk, index: id - chunk.first)) }
      }
    }
    for (node, time) in news.gone { lines += gone(node, time, news.clock) }
    return lines
  }
}

extension String {
  /// Adds a field, if there is a text, with the escapes that JSON requires.
  fileprivate mutating func add(_ name: String, _ text: String?) {
    guard let text else { return }
    self += #",""# + name + #"":""#
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\":
        self += "\\"
        unicodeScalars.append(scalar)
      case "\n": self += "\\n"
      case "\t": self += "\\t"
      // Escaped so that a page can contain the line in a script.
      case "\u{0}"..<"\u{20}", "<", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        self += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: unicodeScalars.append(scalar)
      }
    }
    self += "\""
  }
}
