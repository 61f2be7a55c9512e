/// A plain variable that several threads touch: an exploration fails where two of them do so at once, one to write it.
///
/// ```swift
/// try explore { program in
///   let total = Shared(0)
///   program.thread { total.value += 1 }
///   program.thread { total.value += 1 }   // data race
/// }
/// ```
///
/// Two accesses are at once if neither happened before the other: no lock, and no release that was acquired, lies
/// between them, whatever the order in which the threads ran. So the race is found in any interleaving that performs
/// both, and touching the variable is no step at which another thread takes over.
public final class Shared<Value>: Sendable {
  /// Guard for all: touched only by the thread that has the baton.
  nonisolated(unsafe) private var stored: Value
  nonisolated(unsafe) private var execution: UInt64 = 0
  nonisolated(unsafe) private var writer = -1
  nonisolated(unsafe) private var reads = VectorClock()
  nonisolated(unsafe) private var writes = VectorClock()
  nonisolated(unsafe) private var number = 0
  private let place: SourcePlace

  /// A variable with a value.
  public init(_ value: sending Value, fileID: StaticString = #fileID, line: UInt = #line) {
    stored = value
    place = SourcePlace(fileID, line)
    guard let thread = LogicalThread.current else { return }
    enter(thread)
    noteWrite(thread)
    thread.execution.watch(number, "Shared made at \(place)")
  }

  deinit {
    guard let thread = LogicalThread.current, execution == thread.execution.number else { return }
    thread.execution.unwatch(number)
  }

  /// What it holds. The table of a failure names no place for it; ``read(fileID:line:)`` and ``write(_:fileID:line:)``
  /// are for that.
  public var value: Value {
    get { read(nil) }
    set { write(newValue, nil) }
  }

  /// What it holds, read where the caller is.
  public func read(fileID: StaticString = #fileID, line: UInt = #line) -> Value { read(SourcePlace(fileID, line)) }

  /// Sets what it holds, where the caller is.
  public func write(_ value: Value, fileID: StaticString = #fileID, line: UInt = #line) {
    write(value, SourcePlace(fileID, line))
  }

  private func read(_ here: SourcePlace?) -> Value {
    if let thread = LogicalThread.current {
      enter(thread)
      thread.noteAccess()
      check(writes, "read", thread, here)
      reads[thread.index] = thread.time
      thread.tick()
      thread.execution.record(thread, here) { "#\(number) read \(stored)" }
    }
    return stored
  }

  private func write(_ value: Value, _ here: SourcePlace?) {
    if let thread = LogicalThread.current {
      enter(thread)
      check(writes, "written", thread, here)
      check(reads, "written", thread, here)
      noteWrite(thread)
      thread.execution.record(thread, here) { "#\(number) write \(value)" }
    }
    stored = value
  }

  private func enter(_ thread: LogicalThread) {
    guard execution != thread.execution.number else { return }
    execution = thread.execution.number
    number = thread.execution.nextObject()
    (reads, writes) = (VectorClock(), VectorClock())
  }

  private func noteWrite(_ thread: LogicalThread) {
    writes[thread.index] = thread.time
    thread.tick()
    thread.execution.noteProgress(of: thread)
  }

  /// Fails if an access did not happen before this one.
  private func check(_ others: VectorClock, _ access: String, _ thread: LogicalThread, _ here: SourcePlace?) {
    guard let other = others.indices.first(where: { $0 != thread.index && others[$0] > thread.clock[$0] }) else {
      return
    }
    let accessed = access + (here.map { " at \($0)" } ?? "")
    thread.execution.record(thread, here) { "#\(number) is \(access) while thread \(other) touches it" }
    thread.execution.fail(
      .race("\(accessed) by thread \(thread.index) while thread \(other) touches it: what was made at \(place)"))
  }
}
