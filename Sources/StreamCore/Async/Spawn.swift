/// Where the tasks that the library starts run.
package enum TaskEnvironment {
  /// The executor that they prefer; `nil` for the global pool.
  ///
  /// A test scheduler sets it around whatever it runs, so that the tasks which come of that run when it moves its time.
  @TaskLocal package static var executor: (any TaskExecutor)?
}

/// Starts a task, on the executor that the environment prefers. Like any task it takes priority and task-local values from its maker.
@discardableResult
@usableFromInline
package func spawn(_ work: sending @escaping () async -> Void) -> Task<Void, Never> {
  guard let executor = TaskEnvironment.executor else { return Task(operation: work) }
  return Task(executorPreference: executor, operation: work)
}
