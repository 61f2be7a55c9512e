import StreamCore

extension StreamProtocol {
  /// Subscribes again after each end for which `wait` returns a time, which is spent on the scheduler.
  ///
  /// `wait` receives the number of consecutive runs that have ended: of all runs, or with `countsIdleRuns` of those
  /// since the last value. `nil` passes the end.
  func runningAgain(
    countsIdleRuns: Bool, on scheduler: any Scheduler, named name: StaticString = #function,
    after wait: @escaping @Sendable (_ runs: Int, _ end: Completion<Failure>) -> Duration?
  ) -> Signal<Value, Failure> {
    stage(named: name) { source, sink, subscription in
      let runs = Box(0)
      let run = countsIdleRuns ? source.on(next: { _ in runs.value = 0 }) : source
      Succession.run(sink, subscription) { end in
        guard let end else { return .attach(run) }
        runs.value += 1
        guard let delay = wait(runs.value, end) else { return .end(end) }
        return .attach(delay > .zero ? run.delaySubscription(for: delay, on: scheduler) : run)
      }
    }
  }
}
