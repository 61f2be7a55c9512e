import StreamCore

/// The values that one input leads to, and the backpressure of their senders until all of them are sent.
///
/// A burst usually has one value or none, and then takes no allocation.
@usableFromInline
struct Burst<Value: Sendable>: Sendable {
  @usableFromInline var first: Value?
  @usableFromInline var rest: [Value] = []
  @usableFromInline var suspensions: [Backpressure.Suspension] = []

  @inlinable
  init(_ first: Value? = nil) { self.first = first }

  @inlinable
  mutating func append(_ value: Value, _ suspension: Backpressure.Suspension? = nil) {
    if first == nil { first = value } else { rest.append(value) }
    if let suspension { suspensions.append(suspension) }
  }

  /// Sends the values in order, for as long as the subscription is active.
  @inlinable
  func send<Failure: Error>(to sink: Sink<Value, Failure>, _ subscription: Subscription) {
    guard let first, subscription.isActive else { return }
    withExtendedLifetime(suspensions) {
      sink.next(first)
      for value in rest {
        guard subscription.isActive else { return }
        sink.next(value)
      }
    }
  }
}

extension Sink {
  /// A sink that sends the values of each burst to this one, for as long as the subscription is active.
  @inlinable
  func ofBursts(_ subscription: Subscription) -> Sink<Burst<Value>, Failure> {
    Sink<Burst<Value>, Failure>(next: { $0.send(to: self, subscription) }, end: end)
  }
}
