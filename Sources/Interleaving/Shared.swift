/// A plain variable: an exploration fails if two threads access it concurrently and one of them writes.
///
/// ```swift
/// try explore { program in
///   let total = Shared(0)
///   program.thread { total.value += 1 }
///   program.thread { total.value += 1 }   // data race
/// }
/// ```
///
/// Two accesses are concurrent if neither happened before the other: no lock, and no release that was acquired, orders
/// them. The order in which the threads ran does not matter. So any interleaving with both accesses reveals the race,
/// and an access needs no thread switch.
public final class Shared<Value>: Sendable {
  /// Guarded by: the baton.
  nonisolated(unsafe) private var stored: Value
  nonisolated(unsafe) private var execution: UInt64 = 0

  /// The time of the last read and of the last write of each thread.
  nonisolated(unsafe) private var reads = VectorClock()
  nonisolated(unsafe) private var writes = VectorClock()
  nonisolated(unsafe) private var number = 0
  private let place: SourcePlace

  /// Creates a variable with a value.
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

  /// The value. The table of a failure shows no place for it; ``read(fileID:line:)`` and ``write(_:fileID:line:)``
  /// record the place.
  public var value: Value {
    get { read(nil) }
    set { write(newValue, nil) }
  }

  /// Returns the value, and records the caller's place.
  public func read(fileID: StaticString = #fileID, line: UInt = #line) -> Value { read(SourcePlace(fileID, line)) }

  /// Sets the value, and records the caller's place.
  public func write(_ value: Value, fileID: StaticString = #fileID, line: UInt = #line) {
    write(value, SourcePlace(fileID, line))
  }

  private func read(_ here: SourcePlace?) -> Value {
    if let thread = LogicalThread.current {
      enter(thread)
      thread.notePlainRead()
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

  /// Records a race unless all other accesses happened before this one.
  private func check(_ others: VectorClock, _ access: String, _ thread: LogicalThread, _ here: SourcePlace?) {
    guard let other = others.indices.first(where: { $0 != thread.index && others[$0] > thread.clock[$0] }) else {
      return
    }
    let accessed = access + (here.map { " at \($0)" } ?? "")
    thread.execution.record(thread, here) { "#\(number) is \(access) concurrently with thread \(other)" }
    thread.execution.fail(
      .race("\(accessed) by thread \(thread.index), concurrently with thread \(other): variable made at \(place)"))
  }
}
