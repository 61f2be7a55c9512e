import StreamPrimitives
import Synchronization

/// A node of a recording: a run of an operator, a subscription, a subject, a property, or a command.
///
/// The recorder retains the node of an object, until the object is released or nothing is traced. The closures of a
/// run retain the node of the run.
@usableFromInline
package final class TraceNode: Sendable {
  package let id: Int
  package let info: NodeInfo

  /// The node that receives its events, if there is exactly one.
  private let downstream: TraceNode?

  /// Whether its events are runs of a handler or a body, which have a duration.
  private let isRun: Bool
  private let isStage: Bool

  /// The same as `downstream`, unretained, so that events need no reference counting.
  private let target: Unmanaged<TraceNode>?

  /// The newest event received from upstream: the cause of this node's events on another thread or at a later time.
  private let newestInput = SystemAtomic<Int>(0)

  /// The observer notified last, and its event: see ``begin(_:_:observer:to:)``.
  ///
  /// Observers are notified in the order of their numbers. So a number that is not greater than the last begins another
  /// event.
  private let lastNotified = SystemAtomic<Int>(.max)
  private let lastEvent = SystemAtomic<Int>(0)

  /// A digest of the inputs of the last run; 0 before the first one.
  private let inputDigest = SystemAtomic<Int>(0)

  /// Creates a node and adds it to the recording.
  @usableFromInline
  package init(_ kind: NodeInfo.Kind, _ name: String, _ site: CallSite? = nil, to downstream: TraceNode? = nil) {
    id = Recorder.shared.nextNode()
    info = NodeInfo(id: id, kind: kind, name: name, place: site?.description)
    isRun = kind == .subscription || kind == .effect || kind == .command
    isStage = kind == .stage
    self.downstream = downstream
    target = downstream.map { .passUnretained($0) }
    Recorder.shared.add(self)
    if let downstream { Recorder.shared.link(id, downstream.id) }
  }

  deinit { Recorder.shared.remove(self) }

  // MARK: Events

  /// Records an event, which causes all events until the end of its handling. `run` is the number of an execution.
  @usableFromInline
  package func begin(
    _ kind: EventKind, _ text: @autoclosure () -> String? = nil, run: Int = 0, cause known: Int = 0
  ) -> Handling {
    // A handler begins at the event of its source, an execution later: when the command has accepted it.
    EventLog.handling(isRun, by: isRun && kind != .began ? .passUnretained(self) : nil) { log, isDirect in
      let event = log.append(
        kind, id, cause: known != 0 ? known : cause(log.context, isCalled: kind == .began), text(), run: run,
        isTimed: log.isTimed(isRun, in: log.context), isResult: isStage && isTarget(of: log.context),
        isInner: isStage && sharesTarget(with: log.context), isDirect: isDirect)
      if let target { target._withUnsafeGuaranteedRef { $0.newestInput.store(event, ordering: .relaxed) } }
      return TraceContext(event: event, target: target)
    }
  }

  /// The same for an event that goes to several observers in order. Only the first of them records it.
  @usableFromInline
  package func begin(
    _ kind: EventKind, _ text: @autoclosure () -> String?, observer: Int, to target: TraceNode?
  ) -> Handling {
    EventLog.handling(false) { log, _ in
      var event = lastEvent.load(ordering: .relaxed)
      if event == 0 || observer <= lastNotified.load(ordering: .relaxed) {
        event = log.append(
          kind, id, cause: cause(log.context), text(), isTimed: log.isTimed(false, in: log.context))
        lastEvent.store(event, ordering: .relaxed)
      }
      lastNotified.store(observer, ordering: .relaxed)
      target?.newestInput.store(event, ordering: .relaxed)
      return TraceContext(event: event, target: target.map { .passUnretained($0) })
    }
  }

  /// The same for an event whose observers are notified later, by ``begin(_:_:observer:to:)``.
  package func beginNotifying(_ kind: EventKind, _ text: String?) -> Handling {
    EventLog.handling(false) { log, _ in
      let event = log.append(
        kind, id, cause: cause(log.context), text, isTimed: log.isTimed(false, in: log.context))
      lastEvent.store(event, ordering: .relaxed)
      lastNotified.store(-1, ordering: .relaxed)
      return TraceContext(event: event)
    }
  }

  /// Records the end of a computation. Later events of this thread are not caused by it.
  ///
  /// - Parameter isSame: Whether the result is the same as the one before.
  package func record(_ computation: TracedComputation, cause known: Int, isSame: Bool) {
    computation.log._withUnsafeGuaranteedRef { log in
      let event = log.append(computation, id, cause: known != 0 ? known : cause(log.context), isSame: isSame)
      lastEvent.store(event, ordering: .relaxed)
    }
  }

  /// Records an event without handling it: later events of this thread are not caused by it.
  ///
  /// - Parameter isCalled: Whether a call has caused it, and no event from upstream.
  package func record(_ kind: EventKind, _ text: String? = nil, run: Int = 0, isCalled: Bool = false) {
    EventLog.withThis { log in
      let event = log.append(kind, id, cause: cause(log.context, isCalled: isCalled), text, run: run)
      lastEvent.store(event, ordering: .relaxed)
    }
  }

  /// Records that an event hops to another thread or actor.
  ///
  /// - Returns: The number of the recorded event.
  package func recordHop(_ text: String) -> Int {
    EventLog.withThis { log in log.append(.hop, id, cause: cause(log.context), text) }
  }

  /// The newest event of the node; 0 for none.
  package var newestEvent: Int { lastEvent.load(ordering: .relaxed) }

  /// The event that this thread is handling; 0 for none.
  package static var currentEvent: Int { EventLog.withThis { $0.context.event } }

  /// Returns a number for an execution.
  package static func nextRun() -> Int { Recorder.shared.nextNode() }

  /// Returns a number for an observer. The next event is recorded for the first observer notified.
  @usableFromInline
  package func nextObserver() -> Int {
    lastNotified.store(.max, ordering: .relaxed)
    return Recorder.shared.nextNode()
  }

  private func isTarget(of context: TraceContext) -> Bool {
    context.target?.toOpaque() == Unmanaged.passUnretained(self).toOpaque()
  }

  /// Whether the node that receives the current event receives those of this node, too.
  private func sharesTarget(with context: TraceContext) -> Bool {
    context.target != nil && context.target?.toOpaque() == target?.toOpaque()
  }

  private func cause(_ context: TraceContext, isCalled: Bool = false) -> Int {
    context.event != 0 || isCalled ? context.event : newestInput.load(ordering: .relaxed)
  }

  // MARK: Attaching

  /// Records an event at the node that receives this thread's current event.
  package static func recordHere(_ kind: EventKind, _ text: String? = nil) { attaching?.record(kind, text) }

  /// The node to which a new stream is attached.
  ///
  /// It is the attaching node, or the receiver of the current event (for an inner stream).
  @usableFromInline
  package static var attaching: TraceNode? {
    EventLog.withThis { ($0.context.attaching ?? $0.context.target)?.takeUnretainedValue() }
  }

  /// Makes this the attaching node while a closure runs.
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

  /// Creates a node for an object with an address.
  ///
  /// It is known by the address until ``unregister(_:)``, or until nothing is traced.
  package static func make(
    _ key: TraceKey, _ kind: NodeInfo.Kind, _ name: String, _ site: CallSite? = nil
  ) {
    Recorder.shared.setNode(TraceNode(kind, site?.takeName(kind) ?? name, site), for: key)
  }

  /// Returns the node of an object; `nil` if the object was made while nothing was traced.
  package static func of(_ key: TraceKey) -> TraceNode? { Recorder.shared.node(of: key) }

  /// Registers another key for this node.
  package func isKnown(by key: TraceKey) { Recorder.shared.setNode(self, for: key) }

  /// Removes a key.
  package static func unregister(_ key: TraceKey) { Recorder.shared.setNode(nil, for: key) }

  /// Connects this node to another one.
  @usableFromInline
  package func link(to other: TraceNode) { Recorder.shared.link(id, other.id) }

  /// Sets the current inputs of the node.
  package func setInputs(_ inputs: [TraceNode]) {
    // Most runs have the inputs of the run before them. The first number is that of no node, so no digest is 0.
    let digest = inputs.reduce(~inputs.count) { ($0 ^ $1.id) &* 0x1E37_79B9_7F4A_7C15 }
    guard inputDigest.exchange(digest, ordering: .relaxed) != digest else { return }
    Recorder.shared.setInputs(of: id, Set(inputs.map(\.id)))
  }
}

/// The key of an object: its address.
package struct TraceKey: Hashable, Sendable {
  private let address: UInt

  package init(_ object: AnyObject) { address = UInt(bitPattern: ObjectIdentifier(object)) }
  package init(_ pointer: UnsafeRawPointer) { address = UInt(bitPattern: pointer) }
}

/// The description of a node.
public struct NodeInfo: Sendable, Hashable {
  /// The kind of a node.
  public enum Kind: String, Sendable {
    /// A run of an operator, or of a source.
    case stage
    /// The end of a chain.
    case subscription
    /// A subject.
    case subject
    /// A settable property.
    case property
    /// A derived property.
    case derived
    /// An effect.
    case effect
    /// A command.
    case command
  }

  /// Its number in the recording.
  public let id: Int
  /// The kind of a node.
  public let kind: Kind
  /// The variable or the key path, if it is known; else the name of the operator or of the type. The argument of
  /// `named(_:)` of ``StreamProtocol`` names a stream.
  public internal(set) var name: String
  /// The file and the line that made it; `nil` for a run of an operator, whose subscription has them.
  public let place: String?
}
