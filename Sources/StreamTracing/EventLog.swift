import StreamPrimitives
import Synchronization

/// What can happen to a node.
@usableFromInline
package enum EventKind: String, Sendable {
  case next, failed, completed, disposed, hop, waits, dropped, computed, refused, queued, began, ended
}

/// One event, as it is kept. Its number follows from where it stands.
struct Entry {
  var node: Int
  /// The event that it follows from; 0 for none.
  var cause: Int
  var time: Int
  var text: String?
  /// The number of an execution; 0 for none.
  var run: Int32
  var kind: EventKind
}

/// Room for the events of one thread, which are written once, one after another.
final class Chunk: Sendable {
  static let size = 1_024

  /// Guard: only the thread of the log writes, and only behind `written`, which it raises after that, releasing; others
  /// read what is before it.
  nonisolated(unsafe) private let entries = UnsafeMutablePointer<Entry>.allocate(capacity: size)
  private let written = SystemAtomic<Int>(0)
  let thread: Int
  let session: Int
  /// The number of the first event, which the others' follow.
  let first: Int

  /// How many have been given to the output. Guarded by: the recorder's lock.
  nonisolated(unsafe) var taken = 0

  init(_ thread: Int, _ session: Int, first: Int) {
    self.thread = thread
    self.session = session
    self.first = first
  }

  /// Whether any of them has a text: nothing else in them has to be released. Guard: as for `entries`.
  nonisolated(unsafe) private var hasTexts = false

  deinit {
    if hasTexts { entries.deinitialize(count: count) }
    entries.deallocate()
  }

  var count: Int { written.load(ordering: .acquiring) }

  /// Called by the thread of the log; there must be room.
  func append(_ entry: consuming Entry, at index: Int) {
    if entry.text != nil { hasTexts = true }
    (entries + index).initialize(to: entry)
    written.store(index + 1, ordering: .releasing)
  }

  /// An event below `count`.
  subscript(index: Int) -> Entry { entries[index] }
}

/// What a thread is about.
@usableFromInline
package struct TraceContext {
  /// The event that is being handled; 0 for none.
  var event = 0
  /// Where that goes; who handles it keeps that.
  var target: Unmanaged<TraceNode>?
  /// What is being attached to; who attaches keeps it.
  var attaching: Unmanaged<TraceNode>?
}

/// That an event is being handled by this thread, and what that was about before.
@usableFromInline
package struct Handling {
  let log: Unmanaged<EventLog>
  let outer: TraceContext

  /// What happens from here on does not follow from the event.
  @usableFromInline
  package func end() { log._withUnsafeGuaranteedRef { $0.context = outer } }
}

/// What one thread records. Only that thread uses it.
final class EventLog {
  var context = TraceContext()
  private let number: Int

  /// What is being filled; the recorder keeps it, too.
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

  /// The number of that place and one more; 0 until it is known. A static that is made when it is asked for costs a
  /// call.
  private static let place = SystemAtomic<UInt>(0)

  /// The log of this thread, which lives as long as that: nobody need count who uses it.
  static var ofThisThread: Unmanaged<EventLog> {
    let number = place.load(ordering: .relaxed)
    if number != 0, let log = ThreadLocal(number: number - 1).pointer { return Unmanaged.fromOpaque(log) }
    place.store(local.number + 1, ordering: .relaxed)
    if let log = local.pointer { return Unmanaged.fromOpaque(log) }
    let log = Unmanaged.passRetained(EventLog(Recorder.shared.nextThread()))
    local.pointer = log.toOpaque()
    return log
  }

  @inline(__always)
  static func withThis<Result>(_ body: (EventLog) -> Result) -> Result { ofThisThread._withUnsafeGuaranteedRef(body) }

  /// Records an event, and what this thread is about while it is handled.
  @inline(__always)
  static func handling(_ record: (EventLog) -> TraceContext) -> Handling {
    let log = ofThisThread
    return log._withUnsafeGuaranteedRef {
      let outer = $0.context
      $0.context = record($0)
      return Handling(log: log, outer: outer)
    }
  }

  /// - Returns: the number of the event; 0 if nothing is recorded.
  func append(_ kind: EventKind, _ node: Int, cause: Int, _ text: consuming String?, run: Int = 0) -> Int {
    let session = currentSession.load(ordering: .relaxed)
    guard session != 0 else { return 0 }
    // The clock takes longer than all the rest. What follows from an event on the same thread has its time.
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

/// The number of the recording that goes on; 0 if there is none. It is asked for at every event.
let currentSession = SystemAtomic<Int>(0)
