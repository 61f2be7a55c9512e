/// What was recorded: who was alive, and what happened, in the order of time.
public struct Recording: Sendable {
  /// One thing that happened.
  public struct Event: Sendable {
    /// Its number.
    public let id: Int
    /// What it was: `next`, `failed`, `completed`, `disposed`, `hop`, `waits`, `dropped`, `computed`, or of a command
    /// `refused`, `queued`, `began`, `ended`.
    public let kind: String
    /// What it happened to.
    public let node: Int
    /// The event that it follows from.
    public let cause: Int?
    /// Nanoseconds since the recording began.
    public let time: Int
    /// The thread, by a number of the recording's own.
    public let thread: Int
    /// The value, the failure or the reason as text, unless those are hidden.
    public let value: String?
    /// The number of an execution of a command.
    public let run: Int?
  }

  /// What is alive, and the newest of what is gone.
  public let nodes: [NodeInfo]
  /// What happened.
  public let events: [Event]
  /// How many events are missing at the beginning, because the capacity was used up.
  public let lost: Int

  let records: [NodeRecord]
  package let edges: [EdgeRecord]
  private let began: WallTime

  init(nodes: [NodeRecord], edges: [EdgeRecord], events: [EventRange], lost: Int, began: WallTime) {
    records = nodes.sorted { $0.info.id < $1.info.id }
    self.nodes = records.map(\.info)
    self.edges = edges
    self.lost = lost
    self.began = began
    let events = events.flatMap { events in
      events.entries.map { id, entry in
        Event(
          id: id, kind: entry.kind.rawValue, node: entry.node, cause: entry.cause == 0 ? nil : entry.cause,
          time: entry.time - began.monotonic, thread: events.chunk.thread, value: entry.text,
          run: entry.run == 0 ? nil : Int(entry.run))
      }
    }
    self.events = events.sorted { ($0.time, $0.id) < ($1.time, $1.id) }
  }

  /// The node of a number.
  public func node(_ id: Int) -> NodeInfo? { nodes.first { $0.id == id } }

  /// The events that an event follows from, itself first, as far back as they are known: why did this fire?
  public func causes(of event: Event) -> [Event] {
    let known = Dictionary(events.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    return Array(sequence(first: event) { $0.cause.flatMap { known[$0] } })
  }

  /// The way an event has come, by the place or name of each node: `Command.swift:12 → map → Form.swift:30`.
  public func path(of event: Event) -> String {
    causes(of: event).reversed().compactMap { node($0.node) }.map { $0.place ?? $0.name }.joined(separator: " → ")
  }

  /// Everything as JSON lines, for the inspector.
  public var jsonLines: String {
    let start = began.monotonic
    var lines = JSONLines.beginning(began)
    if lost > 0 { lines += JSONLines.lost(lost, 0) }
    for node in records { lines += JSONLines.born(node, since: start) }
    for edge in edges { lines += JSONLines.edge(edge, since: start) }
    for event in events {
      let entry = Entry(
        node: event.node, cause: event.cause ?? 0, time: event.time + start, text: event.value,
        run: Int32(truncatingIfNeeded: event.run ?? 0), kind: EventKind(rawValue: event.kind) ?? .next)
      lines += JSONLines.event(event.id, entry, thread: event.thread, since: start)
    }
    for node in records {
      if let goneAt = node.goneAt { lines += JSONLines.gone(node.info.id, goneAt, since: start) }
    }
    return lines
  }
}

extension Recording: CustomStringConvertible {
  /// Each event in a line: when, what, where, and what it follows from.
  public var description: String {
    let known = Dictionary(nodes.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    return events.map { event in
      let node = known[event.node]
      let milliseconds = Double(event.time / 1_000) / 1_000
      let place = node?.place.map { " (\($0))" } ?? ""
      let path = event.kind == EventKind.failed.rawValue ? " by way of \(path(of: event))" : ""
      return "\(milliseconds) ms \(node?.name ?? "?")\(place) \(event.kind)\(event.value.map { " \($0)" } ?? "")\(path)"
    }.joined(separator: "\n")
  }
}
