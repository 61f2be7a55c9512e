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
    /// The value, the failure or the reason as text. If values are hidden, it has neither a value nor a failure, or is
    /// `nil`.
    public let value: String?
    /// The number of an execution of a command.
    public let run: Int?
    /// The time of the event's code in nanoseconds, including everything that it caused before it returned.
    ///
    /// It is `nil` for an event without code, and for code that was running when the recording ended.
    ///
    /// The code is a computation, a handler, the body of an effect, the beginning of an execution, or the closure of an
    /// operator. For an event that a thread sent while it handled no other, it is the time until that call returns.
    public let duration: Int?
    /// When its code began, as nanoseconds since the recording began; `nil` where `duration` is.
    ///
    /// A computation and the closure of an operator end at the `time` of their event. Other code begins there.
    public let start: Int?
    /// The part of `duration` in which no code of another event ran.
    public let ownDuration: Int?
    /// Whether a derived property was computed again with the same result, as far as that is known.
    ///
    /// It is known of strings, of values without references, and of `distinctUntilChanged`.
    public let isSame: Bool
  }

  /// The live nodes, and the newest of the released ones.
  public let nodes: [NodeInfo]
  /// The events in the order of time.
  public let events: [Event]
  /// The number of events that are missing at the beginning, because the capacity was used up.
  public let lost: Int

  let records: [NodeRecord]
  package let edges: [EdgeRecord]
  private let began: WallTime
  private let clock: EventClock

  init(nodes: [NodeRecord], edges: [EdgeRecord], events: [EventRange], lost: Int, began: WallTime) {
    records = nodes.sorted { $0.info.id < $1.info.id }
    self.nodes = records.map(\.info)
    self.edges = edges
    self.lost = lost
    self.began = began
    var whole = EventClock(began)
    let clock = whole.measure()
    self.clock = clock
    let events = events.flatMap { events -> [Event] in
      events.entries.map { Event($0.id, $0.entry, $0.times, events.chunk.thread, clock) }
    }
    self.events = events.sorted { ($0.time, $0.id) < ($1.time, $1.id) }
  }

  private init(_ whole: Recording, scope: Int) {
    records = whole.records.filter { $0.scope == scope }
    nodes = records.map(\.info)
    let own = Set(nodes.map(\.id))
    events = whole.events.filter { own.contains($0.node) }
    edges = whole.edges.filter { own.contains($0.from) && own.contains($0.to) }
    (lost, began, clock) = (whole.lost, whole.began, whole.clock)
  }

  /// The part that is about the objects made in one ``TraceScope``.
  func filtered(_ scope: Int) -> Recording { Recording(self, scope: scope) }

  /// Nanoseconds from 1970 to the beginning.
  public var beganAt: Int { began.microseconds * 1_000 }

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
    var lines = JSONLines.beginning(began)
    if lost > 0 { lines += JSONLines.lost(lost, 0) }
    for node in records { lines += JSONLines.born(node, clock) }
    for edge in edges { lines += JSONLines.edge(edge, clock) }
    for event in events { lines += JSONLines.event(event) }
    for node in records {
      if let goneAt = node.goneAt { lines += JSONLines.gone(node.info.id, goneAt, clock) }
    }
    return lines
  }
}

extension Recording.Event {
  init(_ id: Int, _ entry: Entry, _ times: Times?, _ thread: Int, _ clock: EventClock) {
    self.id = id
    kind = entry.kind.rawValue
    node = entry.node
    cause = entry.cause == 0 ? nil : entry.cause
    time = clock.time(of: entry.time)
    self.thread = thread
    value = entry.text
    run = entry.run == 0 ? nil : Int(entry.run)
    let duration = times.map { clock.duration($0.total) }
    self.duration = duration
    start = if let duration { entry.isEnd ? max(0, time - duration) : time } else { nil }
    ownDuration = times.map { clock.duration($0.own) }
    isSame = entry.isSame
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
