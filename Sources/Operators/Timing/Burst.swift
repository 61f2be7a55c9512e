import StreamCore

/// The values that one input leads to: mostly one or none, which takes no allocation.
struct Burst<Value: Sendable>: Sendable {
  private var first: Value?
  private var rest: [Value] = []

  /// What holds up the senders of some of them until all have been sent.
  private var holds: [Pressure.Hold] = []

  init(_ first: Value? = nil) { self.first = first }

  mutating func append(_ value: Value) {
    if first == nil { first = value } else { rest.append(value) }
  }

  mutating func append(_ value: Value, _ hold: Pressure.Hold?) {
    append(value)
    if let hold { holds.append(hold) }
  }

  /// Sends the values one by one, for as long as they are wanted.
  func send<Failure: Error>(to sink: Sink<Value, Failure>, _ subscription: Subscription) {
    guard let first, subscription.isActive else { return }
    sink.next(first)
    for value in rest {
      guard subscription.isActive else { return }
      sink.next(value)
    }
    withExtendedLifetime(holds) {}
  }
}
