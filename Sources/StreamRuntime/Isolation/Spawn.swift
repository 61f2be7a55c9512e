/// The executor of the tasks that the library starts.
package enum TaskEnvironment {
  /// The preferred executor; `nil` for the global pool.
  ///
  /// A test scheduler sets it around the actions that it runs, so that their tasks run when the test advances the time.
  @TaskLocal package static var executor: (any TaskExecutor)?
}

/// Starts a task on the preferred executor. It inherits priority and task-local values from the caller.
@discardableResult
@usableFromInline
package func spawn(_ work: sending @escaping @isolated(any) () async -> Void) -> Task<Void, Never> {
  guard let executor = TaskEnvironment.executor else { return Task(operation: work) }
  return Task(executorPreference: executor, operation: work)
}

/// Starts a task directly on an actor, so that the tasks of one thread begin in order.
///
/// If the environment has an executor (that of a test scheduler), the task begins there, except for the main actor.
@discardableResult
package func spawn(on actor: (any Actor)?, _ work: @escaping WorkOnAnActor) -> Task<Void, Never> {
  guard TaskEnvironment.executor == nil || actor === MainActor.shared else { return spawn { await work(actor) } }
  // `bound` makes a closure that belongs to the actor, so the task is enqueued directly on the actor. Making the
  // closure runs nothing on the actor, but the compiler cannot know that.
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

/// Makes a sendable closure inherit the actor of its caller, which only a parameter with this attribute can do.
private func inheriting(@_inheritActorContext _ body: @escaping TaskBody) -> TaskBody { body }
