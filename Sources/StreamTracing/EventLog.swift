import StreamPrimitives
import Synchronization

/// The kinds of events of a node.
@usableFromInline
package enum EventKind: String, Sendable {
  case next, failed, completed, disposed, hop, waits, dropped, computed, refused, queued, began, ended
}

/// One stored event. Its number follows from its position.
struct Entry {
  var node: Int
  /// The event that caused it; 0 for none.
  var cause: Int
  /// The count of ``ticks()``.
  var time: Int
  var text: String?
  /// The number of an execution; 0 for none.
  var run: Int32
  var kind: EventKind
  /// Whether the event begins code whose duration is recorded when that code ends.
  var isTimed = false
  /// Whether the code of the event ended at its time: a computation, or the closure of an operator.
  var isEnd = false
  /// Whether a computation has the same result as the one before.
  var isSame = false
}

/// How long the code of an event ran, as counts of ``ticks()``.
struct Times {
  /// From its beginning to its end.
  var total: Int
  /// Without the code of other events that ran in between.
  var own: Int

  init(total: Int, own: Int) {
    self.total = total
    self.own = own
  }

  /// Both numbers in one word, so that one store writes them. Each is a `Float`: 24 significant bits.
  var word: UInt64 { UInt64(Float(max(1, total)).bitPattern) << 32 | UInt64(Float(max(0, own)).bitPattern) }

  /// `nil` if no duration is known.
  init?(_ word: UInt64) {
    guard word != 0 else { return nil }
    total = Int(Float(bitPattern: UInt32(truncatingIfNeeded: word >> 32)))
    own = Int(Float(bitPattern: UInt32(truncatingIfNeeded: word)))
  }
}

/// A fixed-size block for the events of one thread, which is written once in order.
final class Chunk: Sendable {
  private struct Slot: ~Copyable {
    let entry: Entry
    /// The ``Times/word`` of the event; 0 while it is not known.
    let times: SystemAtomic<UInt64>
  }

  static let size = 1_024

  /// Guarded by: `written`. The log's thread writes the slot at the index `written`, and then raises `written` with
  /// releasing order. Other threads read the slots below it. The times are atomic.
  nonisolated(unsafe) private let slots = UnsafeMutablePointer<Slot>.allocate(capacity: size)
  private let written = SystemAtomic<Int>(0)
  let thread: Int
  let session: Int
  /// The number of the first event; the others follow it.
  let first: Int

  /// How many have been given to the output. Guarded by: the recorder's lock.
  nonisolated(unsafe) var taken = 0

  init(_ thread: Int, _ session: Int, first: Int) {
    self.thread = thread
    self.session = session
    self.first = first
  }

  /// Whether any event has a text, which must be released. Guarded by: the log's thread, and then `deinit`.
  nonisolated(unsafe) private var hasTexts = false

  deinit {
    if hasTexts { slots.deinitialize(count: count) }
    slots.deallocate()
  }

  var count: Int { written.load(ordering: .acquiring) }

  /// Called by the log's thread, with free space in the chunk.
  @inline(__always)
  func append(_ entry: consuming Entry, at index: Int, _ times: Times? = nil) {
    if entry.text != nil { hasTexts = true }
    (slots + index).initialize(to: Slot(entry: entry, times: SystemAtomic(times?.word ?? 0)))
    written.store(index + 1, ordering: .releasing)
  }

  /// An event below `count`.
  subscript(index: Int) -> Entry { slots[index].entry }

  func node(at index: Int) -> Int { slots[index].entry.node }
  func time(at index: Int) -> Int { slots[index].entry.time }

  /// How long the code of an event ran, or `nil` if none of it has ended.
  ///
  /// An event with several observers ends once for each: `own` is the sum, and `total` lasts until the last end.
  func times(of index: Int) -> Times? { Times(slots[index].times.load(ordering: .relaxed)) }

  /// Records the end of code, for one observer of an event. Called by the log's thread.
  @inline(__always)
  func end(_ index: Int, at now: Int, own: Int) {
    let all = Times(total: now &- time(at: index), own: own &+ (times(of: index)?.own ?? 0))
    slots[index].times.store(all.word, ordering: .relaxed)
  }
}

/// The event that a thread is handling.
@usableFromInline
package struct TraceContext {
  /// The event that is being handled; 0 for none.
  var event = 0
  /// The node that receives the event, retained by the handling code.
  var target: Unmanaged<TraceNode>?
  /// The node to which a stream is being attached, retained by the attaching code.
  var attaching: Unmanaged<TraceNode>?
}

/// The handling of an event by this thread, with the previous context.
@usableFromInline
package struct Handling {
  let log: Unmanaged<EventLog>
  let outer: TraceContext
  /// When the code began, if its duration is recorded; otherwise 0.
  let start: Int
  /// The value of ``EventLog/nested`` before the handling.
  let nested: Int
  /// Whether a handler received the event directly from its source. Then this handling ends with the one around it,
  /// and often begins with it.
  let isDirect: Bool

  /// Ends the handling: later events are not caused by this one.
  @usableFromInline
  package func end() {
    log._withUnsafeGuaranteedRef {
      if start != 0 { $0.end(start, nested) }
      $0.context = outer
      $0.hasEndedDirectly = isDirect
    }
  }
}

/// A running computation of a derived property.
package struct TracedComputation {
  let log: Unmanaged<EventLog>
  fileprivate let start: Int
  fileprivate let nested: Int

  package static func begin() -> TracedComputation {
    let log = EventLog.ofThisThread
    return log._withUnsafeGuaranteedRef {
      let nested = $0.nested
      $0.nested = 0
      return TracedComputation(log: log, start: ticks(), nested: nested)
    }
  }

  /// Ends a computation that is not recorded. Code that ran inside it counts as nested in the outer code.
  package func discard() { log._withUnsafeGuaranteedRef { $0.nested &+= nested } }
}

/// The log of one thread. Only that thread uses it.
final class EventLog {
  var context = TraceContext()
  private let threadNumber: Int

  /// The current chunk. While its recording runs, the recorder retains it, too.
  private var chunk: Chunk?
  private var chunkSession = 0

  /// The number of events in the chunk.
  private var count = 0

  /// The number of the next event. Numbers of one chunk are consecutive.
  private var nextEvent: Int

  /// The time of the last recorded event or end of code, as a count of ``ticks()``. Events of inner streams do not
  /// change it.
  private var lastTick = 0

  /// How long code of other events has run inside the code that is running now.
  fileprivate(set) var nested = 0

  /// Whether the last handling to end was direct. Then the handling around it ends at ``lastTick``, too.
  fileprivate var hasEndedDirectly = false

  /// The names for the next nodes, by kind and place, or by a common name such as `<~`.
  var names: [String: String] = [:]

  private init(_ threadNumber: Int) {
    self.threadNumber = threadNumber
    nextEvent = threadNumber << Self.numberShift
  }

  deinit { if let chunk { Recorder.shared.close(chunk) } }

  /// The number of an event begins with that of its log.
  private static let numberShift = 34

  private static let local = ThreadLocal(retained: true)

  /// The number of the thread-local slot plus one; 0 until it is known. A lazy static would cost a call.
  private static let localNumber = SystemAtomic<UInt>(0)

  /// The log of this thread, which lives as long as the thread, so callers need not retain it.
  static var ofThisThread: Unmanaged<EventLog> {
    let number = localNumber.load(ordering: .relaxed)
    if number != 0, let log = ThreadLocal(number: number - 1).pointer { return Unmanaged.fromOpaque(log) }
    localNumber.store(local.number + 1, ordering: .relaxed)
    if let log = local.pointer { return Unmanaged.fromOpaque(log) }
    let log = Unmanaged.passRetained(EventLog(Recorder.shared.nextThread()))
    local.pointer = log.toOpaque()
    return log
  }

  @inline(__always)
  static func withThis<Result>(_ body: (EventLog) -> Result) -> Result { ofThisThread._withUnsafeGuaranteedRef(body) }

  /// Records an event, and makes the context that `record` returns this thread's context.
  ///
  /// The run of a handler or a body has a duration, and so has an event that the thread records while it handles no
  /// other.
  ///
  /// - Parameters:
  ///   - isRun: Whether the event is a run of a handler or a body.
  ///   - handler: The node, if its code runs as soon as it receives an event.
  ///   - record: Records the event. Its second argument is whether `handler` is the target of the current event.
  @inline(__always)
  static func handling(
    _ isRun: Bool, by handler: Unmanaged<TraceNode>? = nil, _ record: (EventLog, Bool) -> TraceContext
  ) -> Handling {
    let log = ofThisThread
    return log._withUnsafeGuaranteedRef {
      let outer = $0.context
      let isDirect = handler != nil && outer.target?.toOpaque() == handler?.toOpaque()
      $0.context = record($0, isDirect)
      let isTimed = $0.context.event != 0 && $0.isTimed(isRun, in: outer)
      let nested = $0.nested
      if isTimed { $0.nested = 0 }
      return Handling(
        log: log, outer: outer, start: isTimed ? $0.lastTick : 0, nested: nested, isDirect: isDirect && isTimed)
    }
  }

  /// Whether the duration of an event in this context is recorded.
  func isTimed(_ isRun: Bool, in context: TraceContext) -> Bool { isRun || context.event == 0 }

  /// Ends code whose duration is recorded.
  fileprivate func end(_ start: Int, _ outerNested: Int) {
    let (now, index) = (hasEndedDirectly ? lastTick : ticks(), context.event &- (nextEvent &- count))
    let total = now &- start
    let own = total &- nested
    if index >= 0, index < count {
      Unmanaged.passUnretained(chunk.unsafelyUnwrapped)._withUnsafeGuaranteedRef { $0.end(index, at: now, own: own) }
    } else if context.event >> Self.numberShift == threadNumber {
      Recorder.shared.end(context.event, at: now, own: own)
    }
    nested = outerNested &+ total
    lastTick = now
  }

  /// - Parameters:
  ///   - isTimed: Whether the event begins code whose duration is recorded.
  ///   - isResult: Whether an operator sends the event as its result for the current event.
  ///   - isInner: Whether an inner stream sends the event to the operator that receives the current event.
  ///   - isDirect: Whether the event has the time of the current event, if that is the newest one.
  /// - Returns: The number of the event; 0 without a recording.
  func append(
    _ kind: EventKind, _ node: Int, cause: Int, _ text: consuming String?, run: Int = 0, isTimed: Bool = false,
    isResult: Bool = false, isInner: Bool = false, isDirect: Bool = false
  ) -> Int {
    let session = currentSession.load(ordering: .relaxed)
    guard session != 0 else { return 0 }
    let now = isDirect ? newestTime(of: context.event) ?? ticks() : ticks()
    var times: Times?
    if isResult, !isTimed {
      // The code of the operator has run since the last event.
      times = Times(total: now - lastTick, own: now - lastTick)
      nested += now - lastTick
    }
    let entry = Entry(
      node: node, cause: cause, time: now, text: text, run: Int32(truncatingIfNeeded: run), kind: kind,
      isTimed: isTimed, isEnd: times != nil)
    let before = lastTick
    defer { if isInner { lastTick = before } }
    return append(entry, times, session)
  }

  /// The time of the newest event of this log, if that is the given one.
  @inline(__always)
  private func newestTime(of event: Int) -> Int? {
    guard event == nextEvent &- 1, count > 0 else { return nil }
    return Unmanaged.passUnretained(chunk.unsafelyUnwrapped)._withUnsafeGuaranteedRef { $0.time(at: count &- 1) }
  }

  /// Records the end of a computation. Its time is that of the end.
  func append(_ computation: TracedComputation, _ node: Int, cause: Int, isSame: Bool) -> Int {
    let (session, now) = (currentSession.load(ordering: .relaxed), ticks())
    let total = now &- computation.start
    let times = Times(total: total, own: total &- nested)
    nested = computation.nested &+ total
    guard session != 0 else { return 0 }
    let entry = Entry(node: node, cause: cause, time: now, run: 0, kind: .computed, isEnd: true, isSame: isSame)
    return append(entry, times, session)
  }

  @inline(__always)
  private func append(_ entry: Entry, _ times: Times?, _ session: Int) -> Int {
    lastTick = entry.time
    if count == Chunk.size || session != chunkSession { renew(session) }
    Unmanaged.passUnretained(chunk.unsafelyUnwrapped)._withUnsafeGuaranteedRef { $0.append(entry, at: count, times) }
    count += 1
    nextEvent += 1
    return nextEvent - 1
  }

  @inline(never)
  private func renew(_ session: Int) {
    let fresh = Chunk(threadNumber, session, first: nextEvent)
    Recorder.shared.replace(chunk, by: fresh)
    (chunk, chunkSession, count) = (fresh, session, 0)
  }
}

/// The number of the running recording; 0 for none. It is read at every event.
let currentSession = SystemAtomic<Int>(0)
