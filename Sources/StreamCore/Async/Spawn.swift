/// Where the tasks that the library starts run.
package enum TaskEnvironment {
  /// The executor that they prefer; `nil` for the global pool.
  ///
  /// A test scheduler sets it around whatever it runs, so that the tasks which come of that run when it moves its time.
  @TaskLocal package static var executor: (any TaskExecutor)?
}

/// Starts a task, on the executor that the environment prefers. Like any task it takes priority and task-local values
/// from its maker.
@discardableResult
@usableFromInline
package func spawn(_ work: sending @escaping @isolated(any) () async -> Void) -> Task<Void, Never> {
  guard let executor = TaskEnvironment.executor else { return Task(operation: work) }
  return Task(executorPreference: executor, operation: work)
}

/// Starts a task that runs on an actor. One of the main actor begins there, without a turn on the pool.
package func spawn(
  on actor: (any Actor)?, _ work: @escaping @Sendable (isolated (any Actor)?) async -> Void
) -> Task<Void, Never> {
  guard actor === MainActor.shared else { return spawn { await work(actor) } }
  let onMainActor: @MainActor @Sendable () async -> Void = { await work(MainActor.shared) }
  return spawn(onMainActor)
}
