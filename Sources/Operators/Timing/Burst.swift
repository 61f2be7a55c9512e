import StreamCore

/// The values that result from one input, and the backpressure of their senders until all values are sent.
///
/// A burst usually has one value or none, and then takes no allocation.
@usableFromInline
struct Burst<Value: Sendable>: Sendable {
  @usableFromInline var first: Value?

  /// `nil` while there is at most one value, so that a copy of a burst counts no references.
  @usableFromInline var more: (values: [Value], suspensions: [Backpressure.Suspension])?

  @inlinable
  init(_ first: Value? = nil) { self.first = first }

  @inlinable
  mutating func append(_ value: Value, _ suspension: Backpressure.Suspension? = nil) {
    let isFirst = first == nil
    if isFirst { first = value }
    if isFirst, suspension == nil { return }
    if more == nil { more = ([], []) }
    if !isFirst { more?.values.append(value) }
    if let suspension { more?.suspensions.append(suspension) }
  }

  /// Sends the values in order, for as long as the subscription is active.
  @inlinable
  func send<Failure: Error>(to sink: Sink<Value, Failure>, _ subscription: Subscription) {
    guard let first, subscription.isActive else { return }
    withExtendedLifetime(more) {
      sink.next(first)
      for value in more?.values ?? [] {
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
