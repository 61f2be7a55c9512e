public import StreamCore

extension StreamProtocol where Failure == Never {
  /// Fails when a stream that cannot fail itself takes too long. See ``timeout(after:of:on:failure:)``.
  public func timeout<Thrown: Error, S: Scheduler>(
    after limit: Duration, of scope: TimeoutScope = .nextValue, on scheduler: S = QueueScheduler(name: "rill.timeout"),
    failure: Thrown
  ) -> Signal<Value, Thrown> {
    promoteFailure(to: Thrown.self).timeout(after: limit, of: scope, on: scheduler, failure: failure)
  }
}
