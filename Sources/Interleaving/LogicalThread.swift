/// A modelled thread: a system thread that runs only while it has the baton.
///
/// Guarded by: the baton.
package final class LogicalThread {
  let index: Int
  package let execution: Execution
  private let baton = Baton()

  /// The clock of everything that happened before this thread's next step.
  var clock = VectorClock()

  /// `found` has the clocks that relaxed loads have read, for an acquiring fence. `promised` is the clock of the last
  /// releasing fence, which relaxed stores publish.
  var found = VectorClock()
  var promised = VectorClock()

  /// The announced operation.
  var pending = Operation.begin
  var isFinished = false

  /// Whether it can make no progress until another thread has made some.
  var isSpinning = false

  /// Whether its loads see only the newest values.
  private(set) var findsNewest = false

  /// The lock that this thread waits for.
  var awaitedLock: ModelledLock?

  /// Whether a broadcast has woken this thread.
  var isNotified = false

  /// The reads since its last write. Many equal reads mean that it waits for another thread.
  private var reads: [Read] = []

  /// Its thread-local values by slot number.
  private var locals: [UnsafeMutableRawPointer?] = []

  private struct Read {
    let object: Int
    let store: Int
    var count: Int
  }

  init(_ index: Int, _ execution: Execution) {
    self.index = index
    self.execution = execution
  }

  // MARK: The baton

  func giveBaton() { baton.give() }
  func waitForBaton() { baton.wait() }

  /// The calling thread's logical thread.
  package static var current: LogicalThread? {
    guard let place = currentThread.pointer else { return nil }
    return Unmanaged<LogicalThread>.fromOpaque(place).takeUnretainedValue()
  }

  /// Runs a closure with this as the caller's logical thread.
  func during(_ work: () -> Void) {
    currentThread.pointer = Unmanaged.passUnretained(self).toOpaque()
    work()
    releaseLocals()
    currentThread.pointer = nil
  }

  /// A number that identifies the thread, with low zero bits like an address.
  package var number: UInt { UInt(index + 1) << 12 }

  // MARK: Time

  /// Advances the thread's own time. Each operation does so several times.
  func tick() { clock[index] &+= 1 }
  var time: UInt32 { clock[index] }

  /// Makes loads in the closure see only the newest values.
  package func findingNewest<Result>(_ read: () -> Result) -> Result {
    findsNewest = true
    defer { findsNewest = false }
    return read()
  }

  // MARK: Spinning

  /// The number of equal reads after which a thread counts as spinning.
  private static let spinLimit = 8

  /// How many steps a thread takes in a row before every other thread takes one.
  ///
  /// Otherwise a loop that writes while it waits would never yield.
  private static let longestRun = 128

  /// How many steps it has taken since another thread took one, and how many plain variables it has read.
  private var run = 0
  private var plainReads = 0

  /// The threads that take a step before this one takes its next, if they can.
  var goesAfter = ThreadSet()

  func beginRun() { run = 0 }

  /// Counts a step, and returns whether other threads take one before the next.
  func isAtTheEndOfItsRun() -> Bool {
    run += 1
    return run % Self.longestRun == 0
  }

  /// Counts a read of a plain variable, which is no step. Otherwise a thread that waits for such a variable would keep
  /// the baton forever.
  func notePlainRead() {
    plainReads += 1
    if plainReads % Self.longestRun == 0 { yield() }
  }

  /// Records a read. A thread that reads the same store of the same object repeatedly is spinning.
  func noteRead(_ object: Int, _ store: Int) {
    if let index = reads.firstIndex(where: { $0.object == object && $0.store == store }) {
      reads[index].count += 1
      if reads[index].count >= Self.spinLimit {
        reads.removeAll(keepingCapacity: true)
        isSpinning = true
      }
    } else {
      reads.append(Read(object: object, store: store, count: 1))
    }
  }

  /// Returns how many times it has read the same store since its last write.
  func readCount(_ object: Int, _ store: Int) -> Int {
    reads.first { $0.object == object && $0.store == store }?.count ?? 0
  }

  /// Lets other threads take a step first, if any can continue.
  package func yield() {
    isSpinning = true
    execution.arrive(self, at: .begin)
  }

  func noteWrite() {
    reads.removeAll(keepingCapacity: true)
    execution.noteProgress(of: self)
  }

  // MARK: Thread-local values

  package func local(_ key: Int) -> UnsafeMutableRawPointer? { key < locals.count ? locals[key] : nil }

  package func setLocal(_ key: Int, _ value: UnsafeMutableRawPointer?) {
    while locals.count <= key { locals.append(nil) }
    locals[key] = value
  }

  /// Releases the thread-local objects at the thread's end.
  private func releaseLocals() {
    while let key = locals.indices.first(where: { locals[$0] != nil }) {
      let left = locals[key]
      locals[key] = nil
      if let left, ThreadKey.isRetained(key) { Unmanaged<AnyObject>.fromOpaque(left).release() }
    }
  }
}

private let currentThread = SystemLocal()

/// The slot numbers of thread-local values.
package enum ThreadKey {
  private static let lock = RealLock()
  nonisolated(unsafe) private static var retained: [Bool] = []

  /// Returns a new number. If `isRetained`, the slot's pointers are objects that the thread's end releases.
  package static func make(retained isRetained: Bool) -> Int {
    lock.with {
      retained.append(isRetained)
      return retained.count - 1
    }
  }

  static func isRetained(_ key: Int) -> Bool { lock.with { retained[key] } }
}
