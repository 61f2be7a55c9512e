#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// A thread of a program that is explored: a thread of the system's that runs only while it has the baton.
///
/// It is touched only by who has the baton.
package final class LogicalThread {
  let index: Int
  package let execution: Execution
  private let baton = Baton()

  /// What happened before the next step of this thread.
  var clock = VectorClock()

  /// What relaxed loads have found, for an acquiring fence, and what a releasing one has promised for relaxed stores.
  var found = VectorClock()
  var promised = VectorClock()

  /// What it does next.
  var pending = Operation.begin
  var isFinished = false

  /// Whether it can do nothing useful until another thread has taken a step.
  var isSpinning = false

  /// Whether its loads find the newest values only.
  private(set) var findsNewest = false

  /// The lock that it waits for.
  var awaitedLock: ModelledLock?

  /// Whether the change that it waits for has been announced.
  var isAnnounced = false

  /// What it has read again and again, without a write of its own: it waits for another thread.
  private var reads: [Read] = []

  /// What it keeps in places of each thread's own, by their number.
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

  /// The logical thread that the caller is.
  package static var current: LogicalThread? {
    guard let place = pthread_getspecific(currentKey) else { return nil }
    return Unmanaged<LogicalThread>.fromOpaque(place).takeUnretainedValue()
  }

  /// Makes this the caller's logical thread while something is done.
  func during(_ work: () -> Void) {
    pthread_setspecific(currentKey, Unmanaged.passUnretained(self).toOpaque())
    work()
    releaseLocals()
    pthread_setspecific(currentKey, nil)
  }

  /// A number that tells it from the other threads, as an address would.
  package var number: UInt { UInt(index + 1) << 12 }

  // MARK: Time

  /// Counts a step.
  func tick() { clock[index] &+= 1 }
  var time: UInt32 { clock[index] }

  /// Has loads find the newest values, for reasons that are not explored.
  package func findingNewest<Result>(_ read: () -> Result) -> Result {
    findsNewest = true
    defer { findsNewest = false }
    return read()
  }

  // MARK: Spinning

  /// How often a thread reads the same before it counts as one that waits.
  private static let patience = 8

  /// How many steps a thread takes in a row before every other thread takes one: a loop that writes may wait, too.
  private static let longestRun = 128

  /// How many steps it has taken since another thread took one, and how many plain accesses it has made.
  private var run = 0
  private var accesses = 0

  /// The threads that take a step before this one takes its next, if they can.
  var goesAfter = ThreadSet()

  func beginRun() { run = 0 }

  /// Counts a step.
  func isAtTheEndOfItsRun() -> Bool {
    run += 1
    return run % Self.longestRun == 0
  }

  /// Counts an access that is no step. A thread that waits for a plain variable would keep the baton for ever.
  func noteAccess() {
    accesses += 1
    if accesses % Self.longestRun == 0 { yield() }
  }

  /// Takes note of what was read. Who reads the same store of the same objects over and over is spinning.
  func noteRead(_ object: Int, _ store: Int) {
    if let index = reads.firstIndex(where: { $0.object == object && $0.store == store }) {
      reads[index].count += 1
      if reads[index].count >= Self.patience {
        reads.removeAll(keepingCapacity: true)
        isSpinning = true
      }
    } else {
      reads.append(Read(object: object, store: store, count: 1))
    }
  }

  /// How often it has read the same store since it wrote anything.
  func readCount(_ object: Int, _ store: Int) -> Int {
    reads.first { $0.object == object && $0.store == store }?.count ?? 0
  }

  /// Lets others run until one of them has taken a step.
  package func yield() {
    isSpinning = true
    execution.arrive(self, at: .begin)
  }

  func noteWrite() {
    reads.removeAll(keepingCapacity: true)
    execution.noteProgress(of: self)
  }

  // MARK: The thread's own

  package func local(_ key: Int) -> UnsafeMutableRawPointer? { key < locals.count ? locals[key] : nil }

  package func setLocal(_ key: Int, _ value: UnsafeMutableRawPointer?) {
    while locals.count <= key { locals.append(nil) }
    locals[key] = value
  }

  /// Releases what a thread leaves behind.
  private func releaseLocals() {
    while let key = locals.indices.first(where: { locals[$0] != nil }) {
      let left = locals[key]
      locals[key] = nil
      if let left, ThreadKey.isRetained(key) { Unmanaged<AnyObject>.fromOpaque(left).release() }
    }
  }
}

private let currentKey: pthread_key_t = {
  var key = pthread_key_t()
  let failure = pthread_key_create(&key, nil)
  precondition(failure == 0, "No thread-specific key is left (error \(failure)).")
  return key
}()

/// The numbers of places of each thread's own.
package enum ThreadKey {
  private static let lock = RealLock()
  nonisolated(unsafe) private static var retained: [Bool] = []

  /// A new number, and whether what a thread leaves there is an object to be released. Guard: the lock.
  package static func make(retained isRetained: Bool) -> Int {
    lock.with {
      retained.append(isRetained)
      return retained.count - 1
    }
  }

  static func isRetained(_ key: Int) -> Bool { lock.with { retained[key] } }
}
