public import StreamCore

extension StreamProtocol where Failure == Never {
  /// Fails when a stream that cannot fail itself takes too long. See ``timeout(after:of:on:failure:)``.
  public func timeout<Thrown: Error>(
    after limit: Duration, of scope: TimeoutScope = .nextValue,
    on scheduler: any Scheduler = QueueScheduler(name: "rill.timeout"),
    failure: Thrown
  ) -> Signal<Value, Thrown> {
    promoteFailure(to: Thrown.self).timeout(after: limit, of: scope, on: scheduler, failure: failure)
  }
}
