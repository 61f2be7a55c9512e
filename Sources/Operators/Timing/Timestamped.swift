public import StreamCore

/// A value and the time at which it came.
public struct Timestamped<Value, Time: InstantProtocol> {
  /// The value.
  public let value: Value
  /// When it came, by the scheduler's clock.
  public let time: Time

  /// A value and a time.
  public init(_ value: Value, at time: Time) {
    self.value = value
    self.time = time
  }
}

extension Timestamped: Sendable where Value: Sendable {}
extension Timestamped: Equatable where Value: Equatable {}
extension Timestamped: Hashable where Value: Hashable {}

extension StreamProtocol {
  /// Each value with the time at which it came.
  ///
  ///     source         --1--2-|
  ///     timestamped()  --a--b-|   a: 1 at tick 2  b: 2 at tick 5
  ///
  /// The scheduler gives the time and runs nothing; without `on:` it is the system's clock that stands still while the
  /// system sleeps. Keeps nothing. Delivers where the source delivers; ends and fails with the source.
  public func timestamped<S: Scheduler>(
    on scheduler: S = ImmediateScheduler()
  ) -> Signal<Timestamped<Value, S.Time.Instant>, Failure> {
    apply(Mapping { Timestamped($0, at: scheduler.now) })
  }
}
