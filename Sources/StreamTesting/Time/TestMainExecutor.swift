import Dispatch
import StreamCore
import StreamPrimitives

/// Replaces the main actor's executor for the tasks of a ``TestScheduler``, so that they run when the time is advanced.
///
/// The main actor usually runs its jobs on the main queue, so they would run after the test. The runtime has a hook
/// that returns the main actor's executor. For the scheduler's tasks, on the thread of the main actor, the hook returns
/// an object of this class. On an older system without the hook, work on the main actor runs on the main queue.
final class TestMainExecutor: SerialExecutor {
  /// Weak, because a task may resume after its scheduler was released; the executor must still exist then.
  private weak let executor: TestExecutor?

  /// All instances, because the runtime does not retain them.
  private static let all = Lock<[TestMainExecutor]>([])

  /// The system's executor of the main actor.
  private static let system = MainActor.sharedUnownedExecutor

  private typealias Ask = @convention(thin) () -> UnownedSerialExecutor
  private typealias Hook = @convention(thin) (Ask) -> UnownedSerialExecutor

  /// Whether the hook exists; the first access sets it.
  static let isInstalled: Bool = {
    _ = system
    guard let place = addressOfSymbol("swift_task_getMainExecutor_hook") else { return false }
    place.assumingMemoryBound(to: Hook.self).pointee = { ask in
      guard let executor = TaskEnvironment.executor as? TestExecutor, isOnMainQueue else { return ask() }
      return executor.main.asUnownedSerialExecutor()
    }
    return true
  }()

  init(_ executor: TestExecutor) {
    self.executor = executor
    Self.all.withLock { $0.append(self) }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if let executor { executor.enqueue(job, on: self) } else { Self.runOnMainQueue(job) }
  }

  /// Runs a job on the main queue, outside of virtual time.
  static func runOnMainQueue(_ job: UnownedJob) {
    DispatchQueue.main.async { job.runSynchronously(on: system) }
  }

  /// Between its jobs, the thread that advances the time is also the main actor's.
  func isIsolatingCurrentContext() -> Bool? { isOnMainQueue }

  func checkIsolated() {
    if !isOnMainQueue { fatalError("Code of the main actor runs on another thread. Call it with `await`.") }
  }
}
