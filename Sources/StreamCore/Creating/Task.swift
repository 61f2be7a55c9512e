extension Signal {
  /// The value that an asynchronous function returns, or the error that it throws.
  ///
  /// The function runs in a separate task on an actor, which also delivers the result. If the subscription is disposed
  /// before the task has begun, the function does not run. After the function has returned, a disposal does not cancel
  /// the task, because streams that follow downstream run in it.
  package static func task(
    on actor: (any Actor)?, _ work: nonisolated(nonsending) @escaping @Sendable () async throws(Failure) -> Value
  ) -> Signal {
    Signal(attaching: { sink, subscription in
      let working = Subscription()
      let task = spawn(on: actor) { (actor: isolated (any Actor)?) in
        guard subscription.isActive else { return }
        do throws(Failure) {
          let value = try await work()
          working.stop()
          CurrentActor.with(actor) {
            if subscription.isActive { sink.next(value) }
            if subscription.isActive { sink.end(.completed) }
          }
        } catch {
          working.stop()
          CurrentActor.with(actor) {
            if subscription.isActive { sink.end(.failed(error)) }
          }
        }
      }
      subscription.add { if working.isActive { task.cancel() } }
    })
  }
}
