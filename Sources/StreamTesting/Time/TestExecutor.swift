/// Runs tasks on the thread that moves the time of a ``TestScheduler``, one after another, in the order in which they
/// became ready.
///
/// A task that prefers it (`Task(executorPreference: time.executor) { … }`) brings its child tasks along, and the
/// default actors that they call; an actor may also have it as its own executor. The main actor's part in them runs
/// here too, where the time is moved on the main actor: mark the test `@MainActor`. An unstructured `Task { }` that is
/// not the main actor's takes no preference from its maker: start such with ``TestScheduler/task(priority:_:)``.
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

  /// Where the main actor's part of the tasks runs.
  var main: TestMainExecutor {
    state.withLock { state in
      let main = state.main ?? TestMainExecutor(self)
      state.main = main
      return main
    }
  }

  /// Keeps the job until the time is moved.
  public func enqueue(_ job: consuming ExecutorJob) { enqueue(UnownedJob(job), on: nil) }

  func enqueue(_ job: UnownedJob, on main: TestMainExecutor?) {
    state.withLock { $0.ready.append(Ready(job: job, main: main)) }
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
    while let next = next() {
      if next.main != nil, !isOnMainQueue { TestMainExecutor.runOnMainQueue(next.job) } else { run(next) }
    }
  }

  private func run(_ ready: Ready) {
    let executor = ready.main?.asUnownedSerialExecutor() ?? asUnownedSerialExecutor()
    ready.job.runSynchronously(isolatedTo: executor, taskExecutor: asUnownedTaskExecutor())
  }

  /// The next job; when there is none, running is over.
  private func next() -> Ready? {
    state.withLock { state in
      let next = state.ready.popFirst()
      if next == nil { state.isRunning = false }
      return next
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
  /// A subscription made in here, to a stream that starts tasks, runs them when the time is moved; so does a command
  /// that is executed in here.
  @discardableResult
  public func perform<Result>(_ work: () throws -> Result) rethrows -> Result { try inEnvironment(work) }

  /// Runs what is ready, in the environment that was.
  func settle() { inEnvironment { executor.settle() } }

  func inEnvironment<Result>(_ work: () throws -> Result) rethrows -> Result {
    try TaskEnvironment.$executor.withValue(executor, operation: work)
  }
}
