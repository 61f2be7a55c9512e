import Dispatch

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A thread of a program that is explored: a thread of the system's that runs only while it has the baton.
///
/// `@unchecked Sendable`: it is touched only by who has the baton.
package final class LogicalThread: @unchecked Sendable {
  let index: Int
  package let execution: Execution
  private let baton: DispatchSemaphore

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

  init(_ index: Int, _ execution: Execution, baton: DispatchSemaphore = DispatchSemaphore(value: 0)) {
    self.index = index
    self.execution = execution
    self.baton = baton
  }

  // MARK: The baton

  func giveBaton() { baton.signal() }
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

  func noteWrite() { reads.removeAll(keepingCapacity: true) }

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

/// A lock of the system's, for what is shared with threads that are not explored.
package final class RealLock: Sendable {
  /// Guard: the primitive is made to be used from any thread.
  private nonisolated(unsafe) let primitive: UnsafeMutablePointer<pthread_mutex_t>

  package init() {
    primitive = .allocate(capacity: 1)
    primitive.initialize(to: pthread_mutex_t())
    pthread_mutex_init(primitive, nil)
  }

  deinit {
    pthread_mutex_destroy(primitive)
    primitive.deallocate()
  }

  package func lock() { pthread_mutex_lock(primitive) }
  package func unlock() { pthread_mutex_unlock(primitive) }

  package func with<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock()
    defer { unlock() }
    return try body()
  }
}

/// A thread of the system's that runs one logical thread after another: starting one takes longer than most programs
/// that are explored.
final class Worker: Sendable {
  private let wakeUp = DispatchSemaphore(value: 0)

  /// Guard: written before `wakeUp` is signalled, taken after it was.
  private nonisolated(unsafe) var job: (() -> Void)?

  init() {
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let failure = pthread_create(&thread, nil, { Worker.run($0) }, Unmanaged.passRetained(self).toOpaque())
    precondition(failure == 0, "The system has no thread left (error \(failure)).")
  }

  func start(_ job: @escaping () -> Void) {
    self.job = job
    wakeUp.signal()
  }

  private func loop() -> Never {
    while true {
      wakeUp.wait()
      let job = self.job
      self.job = nil
      job?()
    }
  }

  #if canImport(Darwin)
    private static func run(_ place: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? { begin(place) }
  #else
    private static func run(_ place: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? { begin(place!) }
  #endif

  private static func begin(_ place: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<Worker>.fromOpaque(place).takeUnretainedValue().loop()
  }
}
