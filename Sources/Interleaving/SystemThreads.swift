#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

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

  fileprivate func wait(for condition: UnsafeMutablePointer<pthread_cond_t>) { pthread_cond_wait(condition, primitive) }

  package func with<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock()
    defer { unlock() }
    return try body()
  }
}

/// What a thread waits for, and another gives it. It is made of what the thread sanitizer knows.
final class Baton: Sendable {
  private let lock = RealLock()

  /// Guard: the system's primitive is made to be used from any thread, and the flag is touched under the lock.
  private nonisolated(unsafe) let given: UnsafeMutablePointer<pthread_cond_t>
  nonisolated(unsafe) private var isGiven = false

  init() {
    given = .allocate(capacity: 1)
    given.initialize(to: pthread_cond_t())
    pthread_cond_init(given, nil)
  }

  deinit {
    pthread_cond_destroy(given)
    given.deallocate()
  }

  func give() {
    lock.with {
      isGiven = true
      pthread_cond_signal(given)
    }
  }

  func wait() {
    lock.with {
      while !isGiven { lock.wait(for: given) }
      isGiven = false
    }
  }
}

/// A thread of the system's that runs one logical thread after another: starting one takes longer than most programs
/// that are explored.
final class Worker: Sendable {
  private let wakeUp = Baton()

  /// Guard: written before `wakeUp` is given, taken after it was.
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
    wakeUp.give()
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

/// The workers of all executions. Those of threads that were abandoned do not come back.
final class Crew: Sendable {
  private let lock = RealLock()

  /// Guard: the lock.
  nonisolated(unsafe) private var idle: [Worker] = []

  func take() -> Worker { lock.with { idle.popLast() } ?? Worker() }
  func giveBack(_ worker: Worker) { lock.with { idle.append(worker) } }
}
