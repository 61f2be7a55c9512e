/// The lines of a recording. `Docs/Reference/TraceFormat.md` describes them.
enum JSONLines {
  static func beginning(_ time: WallTime) -> String {
    var line = #"{"is":"recording","version":1"#
    line.add("program", CommandLine.arguments.first.map { String($0.split(separator: "/").last ?? "") })
    return line + #","began":\#(time.json)}"# + "\n"
  }

  static func born(_ node: NodeRecord, since start: Int) -> String {
    var line = #"{"is":"node","node":\#(node.info.id),"kind":"\#(node.info.kind.rawValue)""#
    line.add("name", node.info.name)
    line.add("place", node.info.place)
    return line + #","time":\#(max(0, node.bornAt - start))}"# + "\n"
  }

  static func edge(_ edge: EdgeRecord, since start: Int) -> String {
    let what = edge.isLinked ? "edge" : "unlinked"
    return #"{"is":"\#(what)","from":\#(edge.from),"to":\#(edge.to),"time":\#(max(0, edge.time - start))}"# + "\n"
  }

  static func gone(_ node: Int, _ time: Int, since start: Int) -> String {
    #"{"is":"gone","node":\#(node),"time":\#(time - start)}"# + "\n"
  }

  static func lost(_ count: Int, _ time: Int) -> String {
    #"{"is":"lost","count":\#(count),"time":\#(max(0, time))}"# + "\n"
  }

  static func event(_ id: Int, _ entry: Entry, thread: Int, since start: Int) -> String {
    var line = #"{"is":"\#(entry.kind.rawValue)","event":\#(id),"node":\#(entry.node)"#
    if entry.cause != 0 { line += #","cause":\#(entry.cause)"# }
    line += #","time":\#(max(0, entry.time - start)),"thread":\#(thread)"#
    if entry.run != 0 { line += #","run":\#(entry.run)"# }
    line.add("value", entry.text)
    return line + "}\n"
  }

  /// Nodes come before their edges and events, and are gone after them.
  static func news(_ news: News) -> String {
    var lines = ""
    for node in news.born { lines += born(node, since: news.start) }
    for edge in news.edges { lines += JSONLines.edge(edge, since: news.start) }
    if news.lost > 0 {
      let time = news.events.first?.entries.first { _ in true }?.entry.time ?? news.start
      lines += lost(news.lost, time - news.start)
    }
    for events in news.events {
      for (id, entry) in events.entries {
        lines += event(id, entry, thread: events.chunk.thread, since: news.start)
      }
    }
    for (node, time) in news.gone { lines += gone(node, time, since: news.start) }
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
