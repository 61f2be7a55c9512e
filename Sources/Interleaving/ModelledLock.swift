/// A modelled lock and condition variable. Outside an execution it is a lock of the system.
///
/// `@unchecked Sendable`: guarded by the baton.
package final class ModelledLock: @unchecked Sendable {
  /// The thread that holds the lock.
  private(set) var holder: LogicalThread?

  /// The clock of the last unlock.
  private var clock = VectorClock()

  /// The threads that wait for a broadcast.
  private var waiting: [LogicalThread] = []
  private var execution: UInt64 = 0
  private var number = 0
  private let kind: StaticString
  private let place: SourcePlace?

  /// The lock outside an execution, where a wait returns immediately, so that its caller polls.
  private let real = RealLock()

  package init(_ kind: StaticString = "Lock", _ place: SourcePlace? = nil) {
    (self.kind, self.place) = (kind, place)
    guard let thread = LogicalThread.current else { return }
    enter(thread)
    thread.execution.watch(number, "\(kind)\(place.map { " made at \($0)" } ?? "")")
  }

  deinit {
    guard let thread = LogicalThread.current, execution == thread.execution.number else { return }
    thread.execution.unwatch(number)
  }

  private func enter(_ thread: LogicalThread) {
    guard execution != thread.execution.number else { return }
    execution = thread.execution.number
    number = thread.execution.nextObject()
    (holder, clock, waiting) = (nil, VectorClock(), [])
  }

  /// Whether this lock was created, or first used, before another one. Outside an execution it compares the addresses.
  package func precedes(_ other: ModelledLock) -> Bool {
    guard let thread = LogicalThread.current else { return ObjectIdentifier(self) < ObjectIdentifier(other) }
    enter(thread)
    other.enter(thread)
    return number < other.number
  }

  /// Waits until the lock is free, and takes it.
  package func lock(_ place: SourcePlace? = nil) {
    guard let thread = LogicalThread.current else { return real.lock() }
    enter(thread)
    thread.awaitedLock = self
    thread.execution.arrive(thread, at: Operation(kind: .lock, object: number))
    if holder === thread { thread.execution.fail(.deadlock("a thread waits for #\(number), which it already holds")) }
    take(thread)
    thread.execution.record(thread, place) { "#\(number) lock" }
  }

  /// Takes the lock if it is free. Outside an execution it waits for the lock.
  ///
  /// An unlock is no step. So a thread that does not know the last unlock may also find the lock held, as a load may
  /// return an old value.
  package func tryLock(_ place: SourcePlace? = nil) -> Bool {
    guard let thread = LogicalThread.current else {
      real.lock()
      return true
    }
    enter(thread)
    thread.execution.arrive(thread, at: Operation(kind: .update, object: number))
    let isFree = holder == nil && !(mayMissTheUnlock(thread) && thread.execution.chooseValue(2) == 1)
    if isFree { take(thread) } else { thread.noteRead(number, 0) }
    thread.execution.record(thread, place) { "#\(number) tryLock = \(isFree)" }
    return isFree
  }

  package func unlock(_ place: SourcePlace? = nil) {
    guard let thread = LogicalThread.current else { return real.unlock() }
    enter(thread)
    thread.execution.record(thread, place) { "#\(number) unlock" }
    open(thread)
  }

  private func mayMissTheUnlock(_ thread: LogicalThread) -> Bool {
    !thread.findsNewest && clock.indices.contains { clock[$0] > thread.clock[$0] }
  }

  private func take(_ thread: LogicalThread) {
    thread.awaitedLock = nil
    holder = thread
    thread.clock.join(clock)
    thread.tick()
    thread.noteWrite()
  }

  private func open(_ thread: LogicalThread) {
    holder = nil
    clock = thread.clock
    thread.tick()
    thread.execution.noteProgress(of: thread)
  }

  // MARK: The condition variable

  /// Releases the lock until a broadcast. It may also return `false` without one, with `canTimeOut` at any time.
  package func wait(canTimeOut: Bool = false) -> Bool {
    guard let thread = LogicalThread.current else {
      real.unlock()
      real.lock()
      return true
    }
    enter(thread)
    thread.execution.record(thread, nil) { "#\(number) waits" }
    thread.isNotified = false
    waiting.append(thread)
    open(thread)
    thread.awaitedLock = self
    // Systems also wake threads spuriously.
    let canReturn = canTimeOut || thread.execution.chooseValue(2) == 1
    thread.execution.arrive(thread, at: Operation(kind: .wait(canTimeOut: canReturn), object: number))
    waiting.removeAll { $0 === thread }
    take(thread)
    thread.execution.record(thread, nil) { "#\(number) resumes" }
    return thread.isNotified
  }

  /// Wakes all waiting threads.
  package func broadcast() {
    guard let thread = LogicalThread.current else { return }
    enter(thread)
    thread.execution.arrive(thread, at: Operation(kind: .update, object: number))
    for other in waiting { other.isNotified = true }
    waiting = []
    thread.execution.noteProgress(of: thread)
    thread.execution.record(thread, nil) { "#\(number) broadcast" }
  }
}

/// A value under a modelled lock. It replaces `Synchronization.Mutex` and has its interface.
public final class Mutex<Value>: Sendable {
  private let lock: ModelledLock

  /// Guarded by: lock.
  nonisolated(unsafe) private var value: Value

  /// Creates a value that is accessible only under the lock.
  public init(_ initialValue: sending Value, fileID: StaticString = #fileID, line: UInt = #line) {
    lock = ModelledLock("Mutex", SourcePlace(fileID, line))
    value = initialValue
  }

  /// Waits for the lock, and passes the value to a closure.
  public func withLock<Result, Failure: Error>(
    fileID: StaticString = #fileID, line: UInt = #line, _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock(SourcePlace(fileID, line))
    defer { lock.unlock(SourcePlace(fileID, line)) }
    return try body(&value)
  }

  /// Passes the value to a closure if the lock is free; otherwise returns `nil`.
  ///
  /// Outside an execution it waits for the lock.
  public func withLockIfAvailable<Result, Failure: Error>(
    fileID: StaticString = #fileID, line: UInt = #line, _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard lock.tryLock(SourcePlace(fileID, line)) else { return nil }
    defer { lock.unlock(SourcePlace(fileID, line)) }
    return try body(&value)
  }
}
