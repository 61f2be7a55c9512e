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

/// Starts a task directly on an actor, so that tasks which one thread starts begin in that order. If the environment
/// has an executor (that of a test scheduler) the task begins there, except for one of the main actor.
@discardableResult
package func spawn(on actor: (any Actor)?, _ work: @escaping WorkOnAnActor) -> Task<Void, Never> {
  guard TaskEnvironment.executor == nil || actor === MainActor.shared else { return spawn { await work(actor) } }
  // The closure that `bound` makes is the actor's, and the task is put straight into the actor's queue. Making it runs
  // nothing there, which the compiler cannot know.
  let bind: (@escaping WorkOnAnActor, isolated (any Actor)?) -> TaskBody = bound
  typealias Bind = (@escaping WorkOnAnActor, (any Actor)?) -> TaskBody
  return spawn(unsafeBitCast(bind, to: Bind.self)(work, actor))
}

package typealias WorkOnAnActor = @Sendable (isolated (any Actor)?) async -> Void
private typealias TaskBody = @isolated(any) @Sendable () async -> Void

private func bound(_ work: @escaping WorkOnAnActor, to actor: isolated (any Actor)?) -> TaskBody {
  inheriting {
    _ = actor
    await work(actor)
  }
}

/// A sendable closure belongs to no actor, unless the parameter it is passed to says that it inherits one.
private func inheriting(@_inheritActorContext _ body: @escaping TaskBody) -> TaskBody { body }
