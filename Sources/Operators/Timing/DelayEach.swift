public import StreamCore

extension StreamProtocol {
  /// Delays each value until its own stream fires.
  ///
  ///     source                   a-b-c-----|
  ///     delayEach(until: ---x)   ---a-b-c--|
  ///
  /// `trigger` makes a stream for each value. The first value of that stream, or its completion, sends the value that
  /// it was made for. So values may overtake each other. Keeps the delayed values, without a bound. Completes when the
  /// source has completed and all values were sent. A failure of the source passes immediately and drops the delayed
  /// values. Delivers where the trigger of a value sends. RxJS calls this `delayWhen`.
  public func delayEach<Trigger: StreamProtocol>(
    until trigger: @escaping @Sendable (Value) -> Trigger
  ) -> Signal<Value, Failure> where Trigger.Failure == Never {
    flatMap { value in trigger(value).first().mapTo(value).defaultIfEmpty(value).promoteFailure(to: Failure.self) }
  }
}
