import StreamPrimitives
package import StreamRuntime

/// Runs an actor's jobs one after another, on threads that are explored.
package final class ExploredExecutor: SerialExecutor, Gated {
  package let gate = Gate<UnownedJob>()

  package init() {}

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    guard !gate.enqueue(job) else { return }
    startElsewhere {
      self.deliver(job)
      self.leave()
    }
  }

  package func deliver(_ job: UnownedJob) { job.runSynchronously(on: asUnownedSerialExecutor()) }

  /// While a model is set up there is only one thread.
  package func checkIsolated() {}
}
