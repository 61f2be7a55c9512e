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
  var time: Int
  var text: String?
  /// The number of an execution; 0 for none.
  var run: Int32
  var kind: EventKind
}

/// A fixed-size block for the events of one thread, which is written once in order.
final class Chunk: Sendable {
  static let size = 1_024

  /// Guarded by: `written`. The log's thread writes behind `written` and then raises it with releasing order. Other
  /// threads read below it.
  nonisolated(unsafe) private let entries = UnsafeMutablePointer<Entry>.allocate(capacity: size)
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

  /// Whether any event has a text, which must be released. Guarded by: as `entries`.
  nonisolated(unsafe) private var hasTexts = false

  deinit {
    if hasTexts { entries.deinitialize(count: count) }
    entries.deallocate()
  }

  var count: Int { written.load(ordering: .acquiring) }

  /// Called by the log's thread, with free space in the chunk.
  func append(_ entry: consuming Entry, at index: Int) {
    if entry.text != nil { hasTexts = true }
    (entries + index).initialize(to: entry)
    written.store(index + 1, ordering: .releasing)
  }

  /// An event below `count`.
  subscript(index: Int) -> Entry { entries[index] }
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

  /// Ends the handling: later events are not caused by this one.
  @usableFromInline
  package func end() { log._withUnsafeGuaranteedRef { $0.context = outer } }
}

/// The log of one thread. Only that thread uses it.
final class EventLog {
  var context = TraceContext()
  private let number: Int

  /// The current chunk, also retained by the recorder.
  private var chunk: Chunk?
  private var chunkSession = 0
  private var count = 0
  /// The number of the next event.
  private var next: Int
  private var now = 0

  private init(_ number: Int) {
    self.number = number
    next = number << 34
  }

  deinit { if let chunk { Recorder.shared.close(chunk) } }

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

  /// Records an event, and makes its result this thread's context.
  @inline(__always)
  static func handling(_ record: (EventLog) -> TraceContext) -> Handling {
    let log = ofThisThread
    return log._withUnsafeGuaranteedRef {
      let outer = $0.context
      $0.context = record($0)
      return Handling(log: log, outer: outer)
    }
  }

  /// - Returns: The number of the event; 0 without a recording.
  func append(_ kind: EventKind, _ node: Int, cause: Int, _ text: consuming String?, run: Int = 0) -> Int {
    let session = currentSession.load(ordering: .relaxed)
    guard session != 0 else { return 0 }
    // Reading the clock takes longer than all the rest. An event caused on the same thread has the time of its cause.
    if context.event == 0 || kind != .next { now = monotonicNanoseconds() }
    if count == Chunk.size || session != chunkSession { renew(session) }
    let entry = Entry(
      node: node, cause: cause, time: now, text: text, run: Int32(truncatingIfNeeded: run), kind: kind)
    Unmanaged.passUnretained(chunk.unsafelyUnwrapped)._withUnsafeGuaranteedRef { $0.append(entry, at: count) }
    count += 1
    next += 1
    return next - 1
  }

  @inline(never)
  private func renew(_ session: Int) {
    let room = Chunk(number, session, first: next)
    Recorder.shared.replace(chunk, by: room)
    (chunk, chunkSession, count) = (room, session, 0)
  }
}

/// The number of the running recording; 0 for none. It is read at every event.
let currentSession = SystemAtomic<Int>(0)
