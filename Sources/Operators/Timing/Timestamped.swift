public import StreamCore

/// A value and the time of its arrival.
public struct Timestamped<Value, Time: InstantProtocol> {
  /// The value.
  public let value: Value
  /// The time of its arrival, by the scheduler's clock.
  public let time: Time

  /// Creates a timestamped value.
  public init(_ value: Value, at time: Time) {
    self.value = value
    self.time = time
  }
}

extension Timestamped: Sendable where Value: Sendable {}
extension Timestamped: Equatable where Value: Equatable {}
extension Timestamped: Hashable where Value: Hashable {}

extension StreamProtocol {
  /// Pairs each value with the time of its arrival.
  ///
  ///     source         --1--2-|
  ///     timestamped()  --a--b-|   a: 1 at tick 2  b: 2 at tick 5
  ///
  /// The scheduler provides the clock and runs nothing; the default is the `SuspendingClock`, which stops while the
  /// system sleeps. Keeps nothing. Delivers where the source delivers; completes and fails with the source.
  public func timestamped<S: Scheduler>(
    on scheduler: S = ImmediateScheduler()
  ) -> Signal<Timestamped<Value, S.Time.Instant>, Failure> {
    apply(Mapping { Timestamped($0, at: scheduler.now) })
  }

  /// Pairs each value with the time of its arrival, by a scheduler whose type is not known.
  ///
  /// Keeps nothing. Delivers where the source delivers; completes and fails with the source. All else is as in
  /// ``timestamped(on:)-(S)``.
  @_disfavoredOverload
  public func timestamped(on scheduler: any Scheduler) -> Signal<Timestamped<Value, AnyInstant>, Failure> {
    apply(Mapping { Timestamped($0, at: AnyInstant(scheduler.now)) })
  }
}
