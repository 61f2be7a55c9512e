/// Runs tasks serially on the thread that advances the time of a ``TestScheduler``.
///
/// Tasks run in the order in which they became ready. A task with this preference (`Task(executorPreference:
/// time.executor) { … }`) passes it to its child tasks and to the default actors that they call; an actor may also
/// use it as its own executor. The tasks' work on the main actor runs here, too, if the time is advanced on the main
/// actor: mark the test `@MainActor`. An unstructured `Task { }` outside the main actor does not inherit the
/// preference: start it with ``TestScheduler/task(priority:_:)``.
public final class TestExecutor: TaskExecutor, SerialExecutor {
  private struct Ready {
    let job: UnownedJob
    var main: TestMainExecutor?
  }

  private struct State {
    var ready = Queue<Ready>()
    var isRunning = false
    var main: TestMainExecutor?
  }

  private let state = Lock(State())

  init() { _ = TestMainExecutor.isInstalled }

  /// The executor for the tasks' work on the main actor.
  var main: TestMainExecutor {
    state.withLock { state in
      let main = state.main ?? TestMainExecutor(self)
      state.main = main
      return main
    }
  }

  /// Queues the job until the time is advanced.
  public func enqueue(_ job: consuming ExecutorJob) { enqueue(UnownedJob(job), on: nil) }

  func enqueue(_ job: UnownedJob, on main: TestMainExecutor?) {
    state.withLock { $0.ready.append(Ready(job: job, main: main)) }
  }

  /// Runs all ready jobs, including those that become ready meanwhile, until all have finished or are suspended.
  ///
  /// A call from a job does nothing, because that job has to finish first.
  func runReadyJobs() {
    guard
      state.withLock({ state in
        defer { state.isRunning = true }
        return !state.isRunning
      })
    else { return }
    while let next = next() {
      if next.main != nil, !isOnMainQueue { TestMainExecutor.runOnMainQueue(next.job) } else { run(next) }
    }
  }

  private func run(_ ready: Ready) {
    let executor = ready.main?.asUnownedSerialExecutor() ?? asUnownedSerialExecutor()
    ready.job.runSynchronously(isolatedTo: executor, taskExecutor: asUnownedTaskExecutor())
  }

  /// Returns the next job, or `nil` and stops running.
  private func next() -> Ready? {
    state.withLock { state in
      let next = state.ready.popFirst()
      if next == nil { state.isRunning = false }
      return next
    }
  }
}

extension TestScheduler {
  /// Starts a task that runs, with its child tasks, when the time is advanced, until it suspends.
  ///
  /// ```swift
  /// let time = TestScheduler()
  /// let answer = time.task { try await model.load(clock: time) }
  /// time.advance(by: .seconds(1))        // the task has slept its second when this returns
  /// ```
  @discardableResult
  public func task<Success: Sendable>(
    priority: TaskPriority? = nil, _ work: @escaping @Sendable () async -> Success
  ) -> Task<Success, Never> {
    inEnvironment { Task(executorPreference: executor, priority: priority, operation: work) }
  }

  /// Starts a task that may throw, and runs when the time is advanced.
  @discardableResult
  public func task<Success: Sendable>(
    priority: TaskPriority? = nil, _ work: @escaping @Sendable () async throws -> Success
  ) -> Task<Success, any Error> {
    inEnvironment { Task(executorPreference: executor, priority: priority, operation: work) }
  }

  /// Runs a closure now, so that tasks started by the library inside it belong to the scheduler.
  ///
  /// These tasks run when the time is advanced: tasks of streams that are subscribed to in the closure, and of commands
  /// that are executed in it.
  @discardableResult
  public func perform<Result>(_ work: () throws -> Result) rethrows -> Result { try inEnvironment(work) }

  /// Runs all ready jobs with this scheduler's environment.
  func runReadyJobs() { inEnvironment { executor.runReadyJobs() } }

  func inEnvironment<Result>(_ work: () throws -> Result) rethrows -> Result {
    try TaskEnvironment.$executor.withValue(executor, operation: work)
  }
}
