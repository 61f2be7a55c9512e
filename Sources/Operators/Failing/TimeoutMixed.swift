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

  /// Continues with a stream that can fail when this one, which cannot, takes too long.
  ///
  /// See ``timeout(after:of:on:to:)``.
  @_disfavoredOverload
  public func timeout<Replacement: StreamProtocol>(
    after limit: Duration, of scope: TimeoutScope = .nextValue,
    on scheduler: any Scheduler = QueueScheduler(name: "rill.timeout"),
    to replacement: Replacement
  ) -> Signal<Value, Replacement.Failure> where Replacement.Value == Value {
    promoteFailure(to: Replacement.Failure.self).timeout(after: limit, of: scope, on: scheduler, to: replacement)
  }
}

extension StreamProtocol {
  /// Continues with a stream that cannot fail when this one takes too long. See ``timeout(after:of:on:to:)``.
  @_disfavoredOverload
  public func timeout<Replacement: StreamProtocol<Value, Never>>(
    after limit: Duration, of scope: TimeoutScope = .nextValue,
    on scheduler: any Scheduler = QueueScheduler(name: "rill.timeout"),
    to replacement: Replacement
  ) -> Signal<Value, Failure> {
    timeout(after: limit, of: scope, on: scheduler, to: replacement.promoteFailure(to: Failure.self))
  }
}
