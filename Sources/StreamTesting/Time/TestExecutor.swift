/// Runs tasks on the thread that moves the time of a ``TestScheduler``, one after another, in the order in which they became ready.
///
/// A task that prefers it (`Task(executorPreference: time.executor) { … }`) brings its child tasks along, and the default actors that they call; an actor
/// may also have it as its own executor. The main actor keeps its own, and so does an unstructured `Task { }`, which takes no preference from
/// its maker: start those with ``TestScheduler/task(priority:_:)``.
public final class TestExecutor: TaskExecutor, SerialExecutor {
  private struct State {
    var ready = Queue<UnownedJob>()
    var isRunning = false
  }

  private let state = Lock(State())

  init() {}

  /// Keeps the job until the time is moved.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    state.withLock { $0.ready.append(job) }
  }

  /// Runs what is ready, and what becomes ready by that, until all have finished or wait for something.
  ///
  /// Called by a job, it does nothing: that job is one of those to be run first.
  func settle() {
    guard
      state.withLock({ state in
        defer { state.isRunning = true }
        return !state.isRunning
      })
    else { return }
    while let job = next() {
      job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
    }
  }

  /// The next job; when there is none, running is over.
  private func next() -> UnownedJob? {
    state.withLock { state in
      let job = state.ready.popFirst()
      if job == nil { state.isRunning = false }
      return job
    }
  }
}

extension TestScheduler {
  /// Starts a task that runs when the time is moved, until it waits for something, and so do its child tasks.
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

  /// Starts a task that may throw, and runs when the time is moved.
  @discardableResult
  public func task<Success: Sendable>(
    priority: TaskPriority? = nil, _ work: @escaping @Sendable () async throws -> Success
  ) -> Task<Success, any Error> {
    inEnvironment { Task(executorPreference: executor, priority: priority, operation: work) }
  }

  /// Runs something now, in such a way that the tasks which the library starts in it are the scheduler's.
  ///
  /// A subscription made in here, to a stream that starts tasks, runs them when the time is moved.
  public func perform<Result>(_ work: () throws -> Result) rethrows -> Result { try inEnvironment(work) }

  /// Runs what is ready, in the environment that was.
  func settle() { inEnvironment { executor.settle() } }

  func inEnvironment<Result>(_ work: () throws -> Result) rethrows -> Result {
    try TaskEnvironment.$executor.withValue(executor, operation: work)
  }
}
