import Dispatch
import StreamCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Takes the place of the main actor's executor for what a ``TestScheduler`` runs on the main actor, so that this too
/// runs when the time is moved.
///
/// What the main actor is given to do goes to the main queue, and is done when the test is over. But the runtime has a
/// hook that it asks for the main actor's executor: the answer is one of these for the scheduler's tasks, on the thread
/// of the main actor. Where there is no hook (an older system), main-actor work keeps its own time.
final class TestMainExecutor: SerialExecutor {
  /// Weak: a task may be resumed when its scheduler is gone, and this has to be there then.
  private weak let executor: TestExecutor?

  /// All there ever were, since the runtime does not keep them.
  private static let all = Lock<[TestMainExecutor]>([])

  /// The main actor's own.
  private static let system = MainActor.sharedUnownedExecutor

  private typealias Ask = @convention(thin) () -> UnownedSerialExecutor
  private typealias Hook = @convention(thin) (Ask) -> UnownedSerialExecutor

  /// Sets the hook, once.
  static let isInstalled: Bool = {
    _ = system
    guard let place = symbol("swift_task_getMainExecutor_hook") else { return false }
    place.assumingMemoryBound(to: Hook.self).pointee = { ask in
      guard let executor = TaskEnvironment.executor as? TestExecutor, isOnMainQueue else { return ask() }
      return executor.main.asUnownedSerialExecutor()
    }
    return true
  }()

  /// Where something of the runtime's lies, on systems that can be asked by name.
  private static func symbol(_ name: String) -> UnsafeMutableRawPointer? {
    #if os(Windows) || os(WASI)
      nil
    #else
      dlsym(dlopen(nil, RTLD_NOW), name)
    #endif
  }

  init(_ executor: TestExecutor) {
    self.executor = executor
    Self.all.withLock { $0.append(self) }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if let executor { executor.enqueue(job, on: self) } else { Self.runOnMainQueue(job) }
  }

  /// Runs a job on the main actor, later, in no scheduler's time.
  static func runOnMainQueue(_ job: UnownedJob) {
    DispatchQueue.main.async { job.runSynchronously(on: system) }
  }

  /// Between its jobs the thread that moves the time is the main actor's as well.
  func isIsolatingCurrentContext() -> Bool? { isOnMainQueue }

  func checkIsolated() { precondition(isOnMainQueue, "This is not the main actor.") }
}
