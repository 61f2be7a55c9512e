extension Signal {
  /// What an asynchronous function comes up with: one value, or the error it throws.
  ///
  /// It runs in a task of its own, on an actor, where what it comes up with is sent. Disposed before the task has come
  /// to it, it does not run; a task that has done its work is not cancelled, since what follows runs in it.
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
