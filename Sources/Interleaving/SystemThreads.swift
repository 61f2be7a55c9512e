#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// A lock of the system, for state shared with threads that are not modelled.
package final class RealLock: Sendable {
  /// Guarded by: the system's primitive itself, which may be used on any thread.
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

/// A pointer that each thread of the system has for itself.
package struct SystemLocal: Sendable {
  private let key: pthread_key_t

  package init() {
    var key = pthread_key_t()
    let failure = pthread_key_create(&key, nil)
    precondition(failure == 0, "The system has no thread-specific key left (error \(failure)).")
    self.key = key
  }

  package var pointer: UnsafeMutableRawPointer? {
    get { pthread_getspecific(key) }
    nonmutating set { pthread_setspecific(key, newValue) }
  }
}

/// A number that no other running thread of the system has. It is an address, so its low bits are zero.
package var systemThread: UInt {
  #if canImport(Glibc)
    UInt(pthread_self())
  #else
    UInt(bitPattern: pthread_self())
  #endif
}

/// A binary semaphore: one thread waits for it, another gives it. It uses only primitives known to the thread
/// sanitizer.
final class Baton: Sendable {
  private let lock = RealLock()

  /// Guarded by: the system's primitive itself (`given`), lock (`isGiven`).
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

/// A system thread that runs several logical threads in turn.
///
/// Starting a system thread takes longer than most explored programs run.
final class Worker: Sendable {
  private let wakeUp = Baton()

  /// Guarded by: `wakeUp` (written before it is given, taken after).
  private nonisolated(unsafe) var job: (() -> Void)?

  init() {
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let failure = pthread_create(&thread, nil, { Worker.run($0) }, Unmanaged.passRetained(self).toOpaque())
    precondition(failure == 0, "The system could not create a thread (error \(failure)).")
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

  /// The system passes an optional pointer on some platforms.
  private static func run(_ place: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    Unmanaged<Worker>.fromOpaque(place!).takeUnretainedValue().loop()
  }
}

/// The idle workers of all executions. Workers of abandoned threads do not return.
final class Crew: Sendable {
  private let lock = RealLock()

  /// Guarded by: lock.
  nonisolated(unsafe) private var idle: [Worker] = []

  func take() -> Worker { lock.with { idle.popLast() } ?? Worker() }
  func giveBack(_ worker: Worker) { lock.with { idle.append(worker) } }
}
