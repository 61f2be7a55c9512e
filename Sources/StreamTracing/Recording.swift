/// A finished or running recording: its nodes, and its events in the order of time.
public struct Recording: Sendable {
  /// One event.
  public struct Event: Sendable {
    /// Its number.
    public let id: Int
    /// Its kind: `next`, `failed`, `completed`, `disposed`, `hop`, `waits`, `dropped`, `computed`, or for a command
    /// `refused`, `queued`, `began`, `ended`.
    public let kind: String
    /// The node of the event.
    public let node: Int
    /// The event that caused it.
    public let cause: Int?
    /// Nanoseconds since the recording began.
    public let time: Int
    /// The thread, as a number in this recording.
    public let thread: Int
    /// The value, the failure or the reason as text; `nil` if values are hidden.
    public let value: String?
    /// The number of an execution of a command.
    public let run: Int?
  }

  /// The live nodes, and the newest of the released ones.
  public let nodes: [NodeInfo]
  /// The events in the order of time.
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

  /// Returns the node with a number.
  public func node(_ id: Int) -> NodeInfo? { nodes.first { $0.id == id } }

  /// Returns the chain of causes of an event, beginning with the event, as far as they are known.
  public func causes(of event: Event) -> [Event] {
    let known = Dictionary(events.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    return Array(sequence(first: event) { $0.cause.flatMap { known[$0] } })
  }

  /// Returns the path of an event, by the place or name of each node: `Command.swift:12 → map → Form.swift:30`.
  public func path(of event: Event) -> String {
    causes(of: event).reversed().compactMap { node($0.node) }.map { $0.place ?? $0.name }.joined(separator: " → ")
  }

  /// The recording as JSON lines, for the inspector.
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
  /// One line for each event: time, node, kind, and the path of a failure.
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
