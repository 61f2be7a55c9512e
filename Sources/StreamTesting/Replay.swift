import StreamCore
public import StreamTracing

/// The inputs of a recording, to be sent to a program again, in virtual time.
///
/// ```swift
/// let replay = Replay(recording)
/// let again = recorded {
///   let time = TestScheduler()
///   time.perform {
///     let model = SignUpModel(service: .stub)
///     replay.run(on: time) { input in
///       switch (input.name, input.event) {
///       case ("SignUpModel.email", _): model.email = input.value
///       case ("subscribe", "cancelled"): model.subscribe.cancelAll()
///       case ("subscribe", _): model.subscribe.execute(model.email)
///       default: break
///       }
///     }
///   }
/// }
/// #expect(again.steps == recording.steps)
/// ```
///
/// An input is an event of a property, a subject or a command that no other event has caused: code outside of the
/// program has set, sent or executed it. Ignore inputs that the program sends itself: a recording does not know the
/// cause of an event in a task.
public struct Replay: Sendable {
  /// One input.
  public struct Input: Sendable, Equatable {
    /// The name of the property, the subject or the command.
    public let name: String
    /// The text of its value; of a refused or a cancelled execution the reason.
    public let value: String
    /// The kind of the event: `next`, `dropped`, `queued`, `began` or `refused`, or `cancelled` for executions.
    public let event: String
    /// The time since the beginning of the recording.
    public let time: Duration

    /// The number of events before it.
    let place: Int

    /// An input.
    ///
    /// - Parameters:
    ///   - event: The kind of the event; see ``event``.
    ///   - place: The number of events of the program before it.
    public init(_ name: String, _ value: String, _ event: String = "next", at time: Duration, after place: Int = 0) {
      self.name = name
      self.value = value
      self.event = event
      self.time = time
      self.place = place
    }
  }

  /// The inputs in the order of time.
  public let inputs: [Input]

  /// The number of events at the end.
  let eventCount: Int

  /// The inputs of a recording. Values that were hidden are empty texts.
  public init(_ recording: Recording) {
    let nodes = Dictionary(recording.nodes.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let observers = Dictionary(grouping: recording.edges, by: \.from).mapValues { Set($0.map(\.to)) }
    var (inputs, queued): ([Input], Set<Int>) = ([], [])
    // The node of the first cause of each event.
    var roots: [Int: Int] = [:]
    for (index, event) in recording.events.enumerated() {
      roots[event.id] = event.cause.flatMap { roots[$0] } ?? event.node
      guard event.cause == nil, let node = nodes[event.node], let kind = node.input(event, &queued) else { continue }
      // The observers of a command are notified of an execution before it begins.
      var place = index
      while place > 0, let root = roots[recording.events[place - 1].id], observers[node.id]?.contains(root) == true {
        place -= 1
      }
      inputs.append(Input(node.name, event.value ?? "", kind, at: .nanoseconds(event.time), after: place))
    }
    self.init(inputs, eventCount: recording.events.count)
  }

  /// These inputs, in the order of time.
  ///
  /// - Parameter eventCount: The number of events of the program at the end.
  public init(_ inputs: [Input], eventCount: Int = 0) {
    self.inputs = inputs
    self.eventCount = eventCount
  }

  /// Sends the inputs. Each input waits until everything has happened that happened before it in the recording.
  ///
  /// The time is advanced until the program has had as many events as before the input. So the order of a recording is
  /// kept, even if it was made on a slower machine or in virtual time.
  ///
  /// Call it in ``TestScheduler/perform(_:)``, and in ``recorded(capacity:_:)``.
  ///
  /// - Parameters:
  ///   - keepsTimes: Whether to advance the time to that of each input, too, for programs with debounces and timeouts.
  ///   - send: Sends an input to the program.
  public func run(on time: TestScheduler, keepsTimes: Bool = false, _ send: (Input) -> Void) {
    let start = time.now
    for input in inputs {
      wait(for: input.place, on: time)
      if keepsTimes { time.advance(to: start.advanced(by: input.time)) }
      send(input)
    }
    wait(for: eventCount, on: time)
  }

  private func wait(for count: Int, on time: TestScheduler) {
    if TraceScope.eventCount < count { time.runReadyJobs() }
    while TraceScope.eventCount < count, time.step() {}
  }
}

extension NodeInfo {
  /// Returns the kind of an input, if an event without a cause is one.
  ///
  /// - Parameter queued: The executions that have waited. Their beginning is no input.
  fileprivate func input(_ event: Recording.Event, _ queued: inout Set<Int>) -> String? {
    switch (kind, event.kind) {
    case (.property, "next"), (.subject, "next"), (.subject, "dropped"), (.command, "refused"): return event.kind
    case (.command, "queued"):
      if let run = event.run { queued.insert(run) }
      return event.kind
    case (.command, "began"): return event.run.map(queued.contains) == true ? nil : event.kind
    case (.command, "ended"): return event.value == "cancelled" ? "cancelled" : nil
    default: return nil
    }
  }
}

extension Recording {
  /// The events in words, without their times and threads: `SignUpModel.email next ada`.
  ///
  /// Two recordings of the same behaviour have the same steps.
  public var steps: [String] {
    let names = Dictionary(nodes.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
    return events.map { "\(names[$0.node] ?? "?") \($0.kind)\($0.value.map { " \($0)" } ?? "")" }
  }
  /// The texts of the values that nodes of a name have sent, in the order of time.
  ///
  /// It is empty if values are hidden. Sets of a property without observers are not recorded.
  public func values(of name: String) -> [String] {
    let own = Set(nodes.filter { $0.name == name }.map(\.id))
    return events.filter { $0.kind == "next" && own.contains($0.node) }.compactMap(\.value)
  }
}
