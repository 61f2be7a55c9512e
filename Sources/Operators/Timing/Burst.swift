import StreamCore

/// The values that one input leads to: mostly one or none, which takes no allocation. Also what holds up some of their
/// senders until all have been sent.
struct Burst<Value: Sendable>: Sendable {
  var first: Value?
  var rest: [Value] = []
  var brakes: [Backpressure.Brake] = []

  init(_ first: Value? = nil) { self.first = first }

  mutating func append(_ value: Value, _ brake: Backpressure.Brake? = nil) {
    if first == nil { first = value } else { rest.append(value) }
    if let brake { brakes.append(brake) }
  }

  /// Sends the values one by one, for as long as they are wanted.
  func send<Failure: Error>(to sink: Sink<Value, Failure>, _ subscription: Subscription) {
    guard let first, subscription.isActive else { return }
    withExtendedLifetime(brakes) {
      sink.next(first)
      for value in rest {
        guard subscription.isActive else { return }
        sink.next(value)
      }
    }
  }
}
