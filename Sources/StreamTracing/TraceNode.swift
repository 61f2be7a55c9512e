import StreamPrimitives
import Synchronization

/// Something that a recording knows: a run of an operator, a subscription, a subject, a property, a command.
///
/// It is kept by what it stands for, or by the closures of the run, so it is gone when that is.
@usableFromInline
package final class TraceNode: Sendable {
  package let id: Int
  package let info: NodeInfo

  /// Where its events go, if there is one place.
  private let downstream: TraceNode?

  /// The same; for each event nobody counts who uses it. Guard: `downstream` keeps it.
  private let target: Unmanaged<TraceNode>?

  /// The newest event that came from above: what caused those of its own that begin on another thread or later.
  private let newestInput = SystemAtomic<Int>(0)

  /// Which of its observers was told last, and of which event: see ``begin(_:_:observer:to:)``.
  private let lastTold = SystemAtomic<Int>(.max)
  private let lastEvent = SystemAtomic<Int>(0)

  /// A node that is known from now on.
  @usableFromInline
  package init(_ kind: NodeInfo.Kind, _ name: String, _ site: CallSite? = nil, to downstream: TraceNode? = nil) {
    id = Recorder.shared.nextNode()
    info = NodeInfo(id: id, kind: kind, name: name, place: site?.description)
    self.downstream = downstream
    target = downstream.map { .passUnretained($0) }
    Recorder.shared.add(self)
    if let downstream { Recorder.shared.link(id, downstream.id) }
  }

  deinit { Recorder.shared.remove(self) }

  // MARK: Events

  /// Records an event, from which follows what happens until the end of its handling. `run` is the number of an
  /// execution.
  @usableFromInline
  package func begin(
    _ kind: EventKind, _ text: @autoclosure () -> String? = nil, run: Int = 0, cause known: Int = 0
  ) -> Handling {
    EventLog.handling { log in
      let event = log.append(kind, id, cause: known != 0 ? known : cause(log.context), text(), run: run)
      if let target { target._withUnsafeGuaranteedRef { $0.newestInput.store(event, ordering: .relaxed) } }
      return TraceContext(event: event, target: target)
    }
  }

  /// The same for an event that goes to several observers one after another: only the first of them, in their order,
  /// makes a new one.
  @usableFromInline
  package func begin(
    _ kind: EventKind, _ text: @autoclosure () -> String?, observer: Int, to target: TraceNode?
  ) -> Handling {
    EventLog.handling { log in
      var event = lastEvent.load(ordering: .relaxed)
      if event == 0 || observer <= lastTold.load(ordering: .relaxed) {
        event = log.append(kind, id, cause: cause(log.context), text())
        lastEvent.store(event, ordering: .relaxed)
      }
      lastTold.store(observer, ordering: .relaxed)
      target?.newestInput.store(event, ordering: .relaxed)
      return TraceContext(event: event, target: target.map { .passUnretained($0) })
    }
  }

  /// The same for an event that observers are told of later on, as by ``begin(_:_:observer:to:)``.
  package func beginTelling(_ kind: EventKind, _ text: String?) -> Handling {
    EventLog.handling { log in
      let event = log.append(kind, id, cause: cause(log.context), text)
      lastEvent.store(event, ordering: .relaxed)
      lastTold.store(-1, ordering: .relaxed)
      return TraceContext(event: event)
    }
  }

  /// Records an event from which nothing follows.
  package func record(_ kind: EventKind, _ text: String? = nil, run: Int = 0, cause known: Int = 0) {
    EventLog.withThis { log in
      let event = log.append(kind, id, cause: known != 0 ? known : cause(log.context), text, run: run)
      lastEvent.store(event, ordering: .relaxed)
    }
  }

  /// Records that an event goes on elsewhere.
  ///
  /// - Returns: its number.
  package func recordHop(_ text: String) -> Int {
    EventLog.withThis { log in log.append(.hop, id, cause: cause(log.context), text) }
  }

  /// The newest event of the node; 0 for none.
  package var newestEvent: Int { lastEvent.load(ordering: .relaxed) }

  /// The event that this thread is about; 0 for none.
  package static var currentEvent: Int { EventLog.withThis { $0.context.event } }

  /// The number of one more execution.
  package static func nextRun() -> Int { Recorder.shared.nextNode() }

  /// The number of one more observer. The next event is a new one, whoever is told of it first.
  @usableFromInline
  package func nextObserver() -> Int {
    lastTold.store(.max, ordering: .relaxed)
    return Recorder.shared.nextNode()
  }

  private func cause(_ context: TraceContext) -> Int {
    context.event != 0 ? context.event : newestInput.load(ordering: .relaxed)
  }

  // MARK: Attaching

  /// Records something about the event that this thread is about, at the node where that goes.
  package static func recordHere(_ kind: EventKind, _ text: String? = nil) { attaching?.record(kind, text) }

  /// Where something that is attached now sends to: what is attaching it, or else where the event goes that is being
  /// handled (an inner stream, say).
  @usableFromInline
  package static var attaching: TraceNode? {
    EventLog.withThis { ($0.context.attaching ?? $0.context.target)?.takeUnretainedValue() }
  }

  /// Attaches what is above this node.
  @usableFromInline
  package func attaching<Result>(_ body: () -> Result) -> Result {
    EventLog.withThis { log in
      let outer = log.context
      log.context.attaching = .passUnretained(self)
      defer { log.context = outer }
      return body()
    }
  }

  // MARK: Objects

  /// A node for what has an address, and is known by that until ``forget(_:)``.
  package static func make(
    _ key: TraceKey, _ kind: NodeInfo.Kind, _ name: String, _ site: CallSite? = nil
  ) {
    Recorder.shared.keep(TraceNode(kind, name, site), for: key)
  }

  /// The node of what was made while this recording went on.
  package static func of(_ key: TraceKey) -> TraceNode? { Recorder.shared.node(of: key) }

  /// That something else stands for the same.
  package func isKnown(by key: TraceKey) { Recorder.shared.keep(self, for: key) }

  /// It is gone.
  package static func forget(_ key: TraceKey) { Recorder.shared.keep(nil, for: key) }

  /// That events of this node go to another from now on.
  @usableFromInline
  package func link(to other: TraceNode) { Recorder.shared.link(id, other.id) }

  /// What the node is computed from, from now on.
  package func setInputs(_ inputs: [TraceNode]) { Recorder.shared.setInputs(of: id, Set(inputs.map(\.id))) }
}

/// What is known by its address.
package struct TraceKey: Hashable, Sendable {
  private let address: UInt

  package init(_ object: AnyObject) { address = UInt(bitPattern: ObjectIdentifier(object)) }
  package init(_ pointer: UnsafeRawPointer) { address = UInt(bitPattern: pointer) }
}

/// What is known of something that lives.
public struct NodeInfo: Sendable, Hashable {
  /// What it is.
  public enum Kind: String, Sendable {
    /// A run of an operator, or of a source.
    case stage
    /// The end of a chain.
    case subscription
    /// A subject.
    case subject
    /// A property that is set.
    case property
    /// A property that is made from others.
    case derived
    /// A closure that runs when what it reads has changed.
    case effect
    /// A command.
    case command
  }

  /// Its number in the recording.
  public let id: Int
  /// What it is.
  public let kind: Kind
  /// The name of the operator or of the type, or what ``StreamProtocol`` `named(_:)` says.
  public let name: String
  /// The file and the line that made it. A run of an operator has none: its subscription has.
  public let place: String?
}
