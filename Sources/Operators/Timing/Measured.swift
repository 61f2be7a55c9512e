public import StreamCore

/// A value and the time since the previous one.
public struct Measured<Value> {
  /// The value.
  public let value: Value
  /// The time since the previous value, or since the subscription.
  public let interval: Duration

  /// Creates a measured value.
  public init(_ value: Value, after interval: Duration) {
    self.value = value
    self.interval = interval
  }
}

extension Measured: Sendable where Value: Sendable {}
extension Measured: Equatable where Value: Equatable {}
extension Measured: Hashable where Value: Hashable {}

extension StreamProtocol {
  /// Pairs each value with the time since the previous one; the first with the time since the subscription.
  ///
  ///     source      --1---2|
  ///     measured()  --a---b|   a: 1 after 2 ticks  b: 2 after 4 ticks
  ///
  /// The scheduler provides the clock and runs nothing; the default is the `SuspendingClock`. Keeps one time. Delivers
  /// where the source delivers; completes and fails with the source.
  public func measured(on scheduler: any Scheduler = ImmediateScheduler()) -> Signal<Measured<Value>, Failure> {
    let source = signal
    return .deferred {
      let elapsed = scheduler.stopwatch()
      return source.apply(
        StatefulRule(Duration.zero) { last, value in
          let now = elapsed()
          defer { last = now }
          return .emit(Measured(value, after: now - last))
        })
    }
  }
}
