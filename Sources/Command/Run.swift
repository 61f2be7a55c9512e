public import StreamCore
import Synchronization

/// A value on its way through code that does not know its type.
///
/// Generic code that is not specialised costs a command ten times what it does. So types appear only where a value enters and where it
/// leaves; in between it is an object like any other.
@usableFromInline
final class Box<Contents: Sendable>: Sendable {
  @usableFromInline let contents: Contents

  @inlinable
  init(_ contents: Contents) { self.contents = contents }

  /// What is in a box. Only a command and its executions make and open boxes, and they agree on the type.
  @inlinable
  static func open(_ box: Carried) -> Contents { unsafeDowncast(box, to: Box.self).contents }
}

@usableFromInline
typealias Carried = any AnyObject & Sendable

/// An ``Execution``, without its types.
@usableFromInline
final class Run: Sendable {
  /// Where the command has it.
  enum Place { case waiting, running, over }

  @usableFromInline
  enum End: Sendable {
    case completed
    case failed(Carried)
    case cancelled, notEnabled
  }

  enum Event: Sendable {
    case value(Carried)
    case end(End)
  }

  /// Who is told of what happens, once somebody has asked for it.
  struct Listener: Sendable {
    let subject: Carried
    let hear: @Sendable (Event) -> Void
  }

  struct Record: Sendable {
    /// The work, until it begins.
    var start: (@Sendable (Run) -> Void)?

    /// What happened so far, while nobody has asked for it.
    var values: [Carried] = []
    var end: End?

    var listener: Listener?
  }

  /// Guard: the lock of the command's state.
  nonisolated(unsafe) var place = Place.over

  /// Guard: the line of the command.
  nonisolated(unsafe) var endWasTold = false

  /// Where the work is attached.
  @usableFromInline let work = Subscription()
  let record: Lock<Record>
  private let core: CommandCore
  private let hasEnded = Atomic(false)

  init(of core: CommandCore, start: @escaping @Sendable (Run) -> Void) {
    self.core = core
    record = Lock(Record(start: start))
  }

  /// Nobody is left who could go on with the work, or end it.
  deinit {
    if isActive { settle(.cancelled) }
  }

  @usableFromInline var isActive: Bool { !hasEnded.load(ordering: .acquiring) }

  /// Begins the work, unless it was cancelled before.
  func begin() {
    let start = record.withLock { $0.start.take() }
    if isActive { start?(self) }
  }

  @usableFromInline
  func send(_ value: Carried) {
    guard isActive else { return }
    core.tell(value, of: self)
    let listener = record.withLock { record in
      if record.listener == nil, record.end == nil { record.values.append(value) }
      return record.listener
    }
    listener?.hear(.value(value))
  }

  /// Ends it: the work is torn down, then the command counts it out and tells so, and its own listeners hear of it last.
  @usableFromInline
  func end(_ end: End) {
    guard !hasEnded.exchange(true, ordering: .acquiringAndReleasing) else { return }
    work.dispose()
    let next = core.finish(self, end)
    settle(end)
    core.start(next)
  }

  /// Ends one that was not accepted.
  func refuse() {
    hasEnded.store(true, ordering: .releasing)
    settle(.notEnabled)
  }

  private func settle(_ end: End) {
    // Released after the lock: the work may hold anything.
    let (listener, start) = record.withLock { record in
      record.end = end
      return (record.listener, record.start.take())
    }
    _ = start
    listener?.hear(.end(end))
  }
}
